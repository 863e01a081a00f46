/** Name of the drawer of figures in the address. */
export const FIGURES = 'figures';
