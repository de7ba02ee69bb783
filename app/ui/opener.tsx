import { type KeyboardEvent, type ReactNode, type RefObject, Suspense, useId, useRef, useState } from 'react';
import { type ButtonKind, type ButtonSize, buttonClass } from './button.tsx';

/** What the button passes to the panel that it opens. */
export type OpenPanel = {
  trigger: RefObject<HTMLButtonElement>;
  /** The panel's id, which the button references. */
  id: string;
  /** Initial focus: one end of the list if a key opened it, the panel itself after a click. */
  from: 'first' | 'last' | true;
  close: () => void;
};

type OpenerProps = {
  kind: ButtonKind;
  size: ButtonSize;
  square?: boolean;
  /** Accessible name, if the content of the button provides none. */
  label: string | undefined;
  popup: 'menu' | 'dialog';
  /** Fetches the code of the panel. */
  prepare: () => unknown;
  panel: (opened: OpenPanel) => ReactNode;
  children: ReactNode;
};

/** Keys that open a menu (WAI-ARIA, menu button pattern). */
const OPENING_KEYS = ['ArrowDown', 'ArrowUp', 'Enter', ' '];

/**
 * A button with a lazily loaded panel: hovering over or focusing the button fetches the panel's code. A page with a
 * hundred such buttons is as light as one without.
 */
export function Opener({ kind, size, square, label, popup, prepare, panel, children }: OpenerProps) {
  const [from, setFrom] = useState<OpenPanel['from']>();
  const trigger = useRef<HTMLButtonElement>(null);
  const id = useId();
  const onKeyDown = (event: KeyboardEvent) => {
    if (popup !== 'menu' || !OPENING_KEYS.includes(event.key)) return;
    // The click that Enter and Space would cause counts as one of a screen reader, for which react-aria gives the list
    // its focus only once no transition runs on the page.
    event.preventDefault();
    setFrom(event.key === 'ArrowUp' ? 'last' : 'first');
  };
  return (
    <>
      <button
        ref={trigger}
        type="button"
        className={buttonClass({ kind, size, square })}
        aria-label={label}
        aria-haspopup={popup}
        aria-expanded={from !== undefined}
        aria-controls={from && id}
        onPointerEnter={prepare}
        onFocus={prepare}
        onKeyDown={onKeyDown}
        onClick={(event) => {
          // some browsers do not focus a clicked button, and closing restores the focus to the active element
          event.currentTarget.focus();
          setFrom(event.detail === 0 ? 'first' : true);
        }}
      >
        {children}
      </button>
      {from && <Suspense>{panel({ trigger, id, from, close: () => setFrom(undefined) })}</Suspense>}
    </>
  );
}
