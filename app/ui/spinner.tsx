import { classes } from './classes.ts';
import style from './spinner.module.css';

/** Indicates progress; adjacent text says what is in progress, so it is hidden from screen readers. */
export function Spinner({ size = 16, className }: { size?: 16 | 28; className?: string | undefined }) {
  return (
    <span
      className={classes(style.spinner, size === 28 ? style.s28 : style.s16, className)}
      aria-hidden="true"
    />
  );
}
