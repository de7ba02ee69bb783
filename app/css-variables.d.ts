import 'react';

declare module 'react' {
  interface CSSProperties {
    /** Variables that a style sheet reads. */
    [variable: `--${string}`]: string | number | undefined;
  }
}
