import { Link as RouteLink } from '@remix-run/react';
import { type ButtonHTMLAttributes, forwardRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import style from './button.module.css';
import { classes } from './classes.ts';
import { Icon, type IconName } from './icon.tsx';
import { Spinner } from './spinner.tsx';

/** primary: the main action of a page. danger: cannot be undone. text: an action within a row. */
export type ButtonKind = 'primary' | 'plain' | 'quiet' | 'danger' | 'text';
export type ButtonSize = 'small' | 'normal' | 'large';

type Look = { kind?: ButtonKind; size?: ButtonSize; wide?: boolean; square?: boolean; pending?: boolean };

/** The classes of a button, for elements that only look like one. */
export function buttonClass({ kind = 'plain', size = 'normal', wide, square, pending }: Look): string {
  return classes(
    style.button,
    style[kind],
    size !== 'normal' && style[size],
    wide && style.wide,
    square && style.square,
    pending && style.pending,
  );
}

export type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> &
  Look & {
    icon?: IconName;
    iconAfter?: IconName;
    /** The action is in progress: the button keeps its width and focus and ignores clicks. */
    pending?: boolean;
    children: ReactNode;
  };

/** A button. Its label names the action. */
export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(
  {
    kind,
    size,
    wide,
    square,
    pending = false,
    icon,
    iconAfter,
    children,
    onClick,
    type = 'button',
    className,
    ...rest
  },
  ref,
) {
  const { t } = useTranslation('ui');
  return (
    <button
      {...rest}
      ref={ref}
      type={type}
      className={classes(buttonClass({ kind, size, wide, square, pending }), className)}
      aria-disabled={pending || rest['aria-disabled'] || undefined}
      aria-busy={pending || undefined}
      onClick={(event) => {
        if (pending || rest['aria-disabled']) event.preventDefault();
        else onClick?.(event);
      }}
    >
      <span className={style.label}>
        {icon && <Icon name={icon} size={size === 'small' ? 16 : 18} />}
        {children}
        {iconAfter && <Icon name={iconAfter} size={16} />}
      </span>
      {pending && (
        <>
          <Spinner className={style.spinner} />
          <span className="visually-hidden">{t('pending')}</span>
        </>
      )}
    </button>
  );
});

export type LinkButtonProps = Look & {
  to: string;
  icon?: IconName;
  children: ReactNode;
  onClick?: () => void;
};

/** A link that looks like a button. */
export function LinkButton({ to, icon, children, onClick, ...look }: LinkButtonProps) {
  return (
    <RouteLink to={to} prefetch="intent" className={buttonClass(look)} onClick={onClick}>
      {icon && <Icon name={icon} size={look.size === 'small' ? 16 : 18} />}
      {children}
    </RouteLink>
  );
}
