import fc from 'fast-check';

// In the gate, properties are tried on the same inputs each time; the long lanes try new ones and print their seed.
if (process.env.TSDBSCOPE_GATE !== undefined) fc.configureGlobal({ seed: 20261127 });
