import style from './brand.module.css';
import { useSystemName } from './use-system-name.ts';

type Props = { /** Instead of the name in force. */ name?: string; logo?: string | undefined; size?: number };

/** The system's logo beside its name. */
export function Brand({ name, logo, size = 28 }: Props) {
  const inForce = useSystemName();
  return (
    <span className={style.brand}>
      <img src={logo ?? '/favicon.svg'} width={size} height={size} alt="" />
      <span title={name ?? inForce}>{name ?? inForce}</span>
    </span>
  );
}
