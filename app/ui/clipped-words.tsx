import style from './clipped-words.module.css';

/**
 * Words of a button of which a part, the name of a seal say, may be long: the part gives way, the verb stays. Give the
 * whole as `title` and `aria-label`, so that it can be read and is read out.
 */
export function ClippedWords({ words, part }: { words: string; part: string }) {
  const at = words.indexOf(part);
  if (at < 0 || part === '') return words;
  return (
    <span className={style.words}>
      {words.slice(0, at)}
      <span>{part}</span>
      {words.slice(at + part.length)}
    </span>
  );
}
