import { createTheme } from '@mantine/core';

/** Mantine theme with the tokens of tokens.css: its scale, radius and fonts; colours come from variables. */
export const theme = createTheme({
  fontFamily: 'var(--font-ui)',
  fontFamilyMonospace: 'var(--font-mono)',
  fontSizes: { xs: '12px', sm: '14px', md: '14px', lg: '16px', xl: '20px' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '4px', sm: '4px', md: '4px', lg: '4px', xl: '4px' },
  defaultRadius: 'sm',
  primaryColor: 'scope',
  primaryShade: 6,
  colors: {
    scope: [
      '#e9f4fb', '#d3e7f4', '#a6cfe8', '#75b6dc', '#4aa0d2', '#2f8ec6', '#0072b2', '#00649c', '#005485', '#00436b',
    ],
  },
  shadows: { xs: 'none', sm: 'none', md: 'var(--shadow)', lg: 'var(--shadow)', xl: 'var(--shadow)' },
  respectReducedMotion: true,
  cursorType: 'pointer',
});
