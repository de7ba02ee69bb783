import { useTranslation } from 'react-i18next';
import { Menu } from '../ui/menu.tsx';
import type { StagePart } from './page-source.ts';
import style from './stage.module.css';

/** Shows which document of the file is in view, and jumps to the others. `current` and pages count from 0. */
export function StageParts({
  parts,
  current,
  onGo,
}: {
  parts: readonly StagePart[];
  current: number;
  onGo: (page: number) => void;
}) {
  const { t } = useTranslation('stage');
  const nameOf = (part: StagePart) => part.title || t('part', { n: parts.indexOf(part) + 1 });
  const shown = parts.findLast(({ firstPage }) => firstPage <= current) ?? parts[0]!;
  return (
    <Menu
      size="small"
      align="start"
      label={t('parts', { name: nameOf(shown), n: parts.indexOf(shown) + 1, count: parts.length })}
      actions={parts.map((part) => ({
        id: String(part.firstPage),
        label: nameOf(part),
        hint: t('partFrom', { page: part.firstPage + 1 }),
        onAction: () => onGo(part.firstPage),
      }))}
    >
      <span className={style.part}>{nameOf(shown)}</span>
    </Menu>
  );
}
