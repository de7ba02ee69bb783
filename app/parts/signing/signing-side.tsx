import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Drawing } from '#core/drawing.ts';
import { Button, type ButtonProps } from '../../ui/button.tsx';
import { ClippedText } from '../../ui/clipped-text.tsx';
import { DrawingView } from '../../ui/drawing-view.tsx';
import { Icon } from '../../ui/icon.tsx';
import style from './signing.module.css';

/** The side panel of the stage: tools, and the main button below. */
export function SigningSide({
  label,
  foot,
  toRead,
  children,
}: {
  label: string;
  foot: ReactNode;
  /** Text only: nothing in it is focusable, so the container itself must scroll by keyboard. */
  toRead?: boolean;
  children: ReactNode;
}) {
  return (
    <aside className={style.side} aria-label={label}>
      {toRead ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable by keyboard
        <section className={style.scroll} aria-label={label} tabIndex={0}>
          {children}
        </section>
      ) : (
        <div className={style.scroll}>{children}</div>
      )}
      <div className={style.foot}>{foot}</div>
    </aside>
  );
}

/** Container for several tools, side by side. */
export const Tools = ({ children }: { children: ReactNode }) => <div className={style.tools}>{children}</div>;

/** The picture of a tool; without a drawing, the icon for a date. */
export const ToolArt = ({ drawing }: { drawing: Drawing | undefined }) => (
  <span className={style.toolArt} aria-hidden="true">
    {drawing ? (
      <DrawingView drawing={drawing} label="" className={style.toolDrawing} />
    ) : (
      <Icon name="calendar" size={28} />
    )}
  </span>
);

interface ToolProps extends Omit<ComponentProps<'button'>, 'name' | 'className' | 'type'> {
  name: string;
  art: ReactNode;
  pressed: boolean;
}

/** A tool for placing: a seal, a signature, the date. Chosen by click, or dragged onto a page. */
export function ToolButton({ name, art, pressed, ...button }: ToolProps) {
  return (
    <button {...button} type="button" className={style.tool} aria-pressed={pressed}>
      {art}
      <span className={style.toolName}>{name}</span>
    </button>
  );
}

/** The button that signs, which says with what. */
export function SignButton({
  what,
  ...button
}: { what: string } & Pick<ButtonProps, 'onClick' | 'disabled'>) {
  const { t } = useTranslation('sign');
  const label = t('signWith', { what });
  return (
    <Button {...button} kind="primary" size="large" wide icon="seal" title={label} aria-label={label}>
      <ClippedText words={label} part={what} />
    </Button>
  );
}
