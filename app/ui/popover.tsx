import { lazy, type ReactNode } from 'react';
import type { ButtonKind, ButtonSize } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';
import { Opener } from './opener.tsx';
import type { PopoverPanelProps } from './popover-panel.tsx';

const prepare = () => import('./popover-panel.tsx');
const PopoverPanel = lazy(prepare);

export type PopoverProps = PopoverPanelProps & {
  icon?: IconName;
  iconOnly?: boolean;
  kind?: ButtonKind;
  size?: ButtonSize;
  /** What the button shows instead of icon and label. */
  trigger?: ReactNode;
};

/** A button that opens a small panel beside it. */
export function Popover(props: PopoverProps) {
  const { label, icon, iconOnly, kind = 'quiet', size = 'normal', trigger, children, align } = props;
  return (
    <Opener
      kind={kind}
      size={size}
      square={iconOnly}
      label={iconOnly || trigger ? label : undefined}
      popup="dialog"
      prepare={prepare}
      panel={(opened) => (
        <PopoverPanel {...opened} label={label} align={align}>
          {children}
        </PopoverPanel>
      )}
    >
      {trigger ?? (
        <>
          {icon && <Icon name={icon} size={size === 'small' ? 16 : 18} />}
          {!iconOnly && label}
        </>
      )}
    </Opener>
  );
}
