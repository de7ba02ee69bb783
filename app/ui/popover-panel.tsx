import type { ReactNode } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import style from './list.module.css';
import type { OpenPanel } from './opener.tsx';

export type PopoverPanelProps = {
  /** Also names the button. */
  label: string;
  children: ReactNode | ((close: () => void) => ReactNode);
  align?: 'start' | 'end';
};

/** The panel of an open popover. */
export default function PopoverPanel({
  label,
  align,
  children,
  trigger,
  id,
  close,
}: PopoverPanelProps & OpenPanel) {
  return (
    <Popover
      className={style.popover}
      triggerRef={trigger}
      isOpen
      onOpenChange={close}
      placement={align === 'start' ? 'bottom start' : 'bottom end'}
      offset={4}
    >
      <Dialog id={id} className={style.content} aria-label={label}>
        {typeof children === 'function' ? children(close) : children}
      </Dialog>
    </Popover>
  );
}
