import style from './skeleton.module.css';

/** A grey placeholder while content loads; sizes in px or any CSS length. */
export function Skeleton({
  width = '100%',
  height = 16,
}: {
  width?: number | string;
  height?: number | string;
}) {
  return <span className={style.skeleton} style={{ width, height }} aria-hidden="true" />;
}
