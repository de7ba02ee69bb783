import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { buttonClass } from '../ui/button.tsx';
import style from './drop-panel.module.css';

// React 18 does not know the attributes of native popovers and passes them through unchanged
const opens = (id: string) => ({ popovertarget: id });
const isPanel = { popover: 'auto' };

type Props = {
  label: string;
  /** The content of the button. */
  trigger: ReactNode;
  /** The content of the panel; `close` closes it. */
  children: (close: () => void) => ReactNode;
  /** Opens after hovering over the button for this time, ms. */
  hoverMs?: number;
  wide?: boolean;
  left?: boolean;
};

/** A button of the header with a panel below: a native popover, which needs no extra code. */
export function DropPanel({ label, trigger, children, hoverMs, wide, left }: Props) {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const [open, setOpen] = useState(false);
  const close = () => panel.current?.hidePopover();

  useEffect(() => {
    const element = panel.current;
    const follow = (event: Event) => setOpen((event as ToggleEvent).newState === 'open');
    element?.addEventListener('toggle', follow);
    return () => element?.removeEventListener('toggle', follow);
  }, []);

  const hover = hoverMs
    ? {
        onMouseEnter: () => {
          timer.current = setTimeout(() => panel.current?.showPopover(), hoverMs);
        },
        onMouseLeave: () => clearTimeout(timer.current),
      }
    : {};
  return (
    <>
      <button
        type="button"
        className={buttonClass({ kind: 'quiet' })}
        aria-label={label}
        {...opens(id)}
        {...hover}
      >
        {trigger}
      </button>
      <div
        {...isPanel}
        ref={panel}
        id={id}
        className={left ? style.drawer : wide ? style.wide : style.panel}
        role="dialog"
        aria-label={label}
      >
        {open && children(close)}
      </div>
    </>
  );
}
