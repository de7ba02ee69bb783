import style from './brand.module.css';

/** The system's logo beside its name. */
export function Brand({ name, logo, size = 28 }: { name: string; logo?: string; size?: number }) {
  return (
    <span className={style.brand}>
      <img src={logo ?? '/favicon.svg'} width={size} height={size} alt="" />
      <span>{name}</span>
    </span>
  );
}
