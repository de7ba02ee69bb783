import style from './clipped-words.module.css';

/**
 * The label of a button with a part that may be long, such as the name of a seal: only that part is truncated. Pass the
 * full label as `title` and `aria-label`, so that it stays readable, also for screen readers.
 */
export function ClippedText({ words, part }: { words: string; part: string }) {
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
