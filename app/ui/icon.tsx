import style from './icon.module.css';
import sprite from './icons.svg?no-inline';

/** Symbol names in the sprite icons.svg. */
export const ICONS = [
  'search',
  'close',
  'check',
  'chevron-down',
  'chevron-up',
  'chevron-left',
  'chevron-right',
  'arrow-left',
  'arrow-right',
  'more',
  'plus',
  'minus',
  'refresh',
  'columns',
  'density',
  'filter',
  'download',
  'upload',
  'eye',
  'eye-off',
  'calendar',
  'clock',
  'warning',
  'error',
  'info',
  'success',
  'question',
  'bell',
  'user',
  'users',
  'building',
  'home',
  'contract',
  'contract-signed',
  'seal',
  'shield',
  'certificate',
  'pen',
  'signature',
  'settings',
  'logout',
  'language',
  'menu',
  'fold',
  'trash',
  'copy',
  'drag',
  'image',
  'sort',
  'folder',
  'phone',
  'offline',
  'sun',
  'moon',
  'lock',
  'key',
  'mail',
  'send',
  'history',
  'card',
  'template',
  'external',
  'print',
  'pause',
  'ban',
  'hourglass',
  'link',
  'qr',
  'circle',
  'progress',
  'undo',
  'zoom-in',
  'zoom-out',
  'bold',
  'underline',
  'strike',
  'align-left',
  'align-centre',
  'align-right',
  'align-justify',
  'indent',
  'outdent',
  'list',
  'list-ordered',
  'clause',
  'table',
  'page-break',
  'group',
  'redo',
  'comment',
  'at',
  'page',
  'clear-look',
  'library',
] as const;
export type IconName = (typeof ICONS)[number];

/**
 * An icon of `size` px beside text. If it stands alone it needs `label`; without one it is hidden from screen readers.
 */
export function Icon({ name, size = 18, label }: { name: IconName; size?: number; label?: string }) {
  return (
    <svg
      className={style.icon}
      width={size}
      height={size}
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      focusable="false"
    >
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
