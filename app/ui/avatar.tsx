import style from './avatar.module.css';

/** The picture of a person or (square) an enterprise; falls back to a distinguishing character of the name. */
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
      {letterOf(name, square)}
    </span>
  );
}

// of a Chinese personal name the last character differs most, of a company's name the first
function letterOf(name: string, square = false): string {
  const letters = [...name.trim()];
  const first = square || /^[\u0020-\u024f]+$/.test(name.trim());
  return ((first ? letters[0] : letters.at(-1)) ?? '').toUpperCase();
}
