import 'react';

declare module 'react' {
  interface CSSProperties {
    /** Custom properties that style sheets read. */
    [variable: `--${string}`]: string | number | undefined;
  }
}
