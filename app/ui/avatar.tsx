import style from './avatar.module.css';

/** A person's or enterprise's picture, or else the last character of the name, as Chinese names are told apart by. */
export function Avatar({
  name,
  src,
  size = 28,
  square,
}: {
  name: string;
  src?: string;
  size?: number;
  square?: boolean;
}) {
  const shape = {
    width: size,
    height: size,
    borderRadius: square ? 6 : '50%',
    fontSize: Math.round(size * 0.46),
  };
  if (src) return <img className={style.avatar} src={src} alt="" style={shape} />;
  return (
    <span className={style.avatar} style={shape} aria-hidden="true">
      {letterOf(name)}
    </span>
  );
}

const letterOf = (name: string): string => {
  const letters = [...name.trim()];
  return /^[\u0020-\u024f]+$/.test(name.trim()) ? (letters[0]?.toUpperCase() ?? '') : (letters.at(-1) ?? '');
};
