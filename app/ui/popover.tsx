import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog';
import { Popover as AriaPopover } from 'react-aria-components/Popover';
import { type ButtonKind, type ButtonSize, buttonClass } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';
import style from './list.module.css';

export type PopoverProps = {
  label: string;
  icon?: IconName;
  iconOnly?: boolean;
  kind?: ButtonKind;
  size?: ButtonSize;
  /** What the button shows instead of icon and label. */
  trigger?: ReactNode;
  children: ReactNode | ((close: () => void) => ReactNode);
  align?: 'start' | 'end';
};

/** A button that opens a small panel beside it. */
export function Popover(props: PopoverProps) {
  const { label, icon, iconOnly, kind = 'quiet', size = 'normal', trigger, children, align = 'end' } = props;
  return (
    <DialogTrigger>
      <Button
        className={buttonClass({ kind, size, square: iconOnly })}
        aria-label={iconOnly || trigger ? label : undefined}
      >
        {trigger ?? (
          <>
            {icon && <Icon name={icon} size={size === 'small' ? 16 : 18} />}
            {!iconOnly && label}
          </>
        )}
      </Button>
      <AriaPopover
        className={style.popover}
        placement={align === 'end' ? 'bottom end' : 'bottom start'}
        offset={4}
      >
        <Dialog className={style.content} aria-label={label}>
          {({ close }) => (typeof children === 'function' ? children(close) : children)}
        </Dialog>
      </AriaPopover>
    </DialogTrigger>
  );
}
