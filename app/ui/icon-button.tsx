import { forwardRef } from 'react';
import { Button, type ButtonProps } from './button.tsx';
import type { IconName } from './icon.tsx';

export type IconButtonProps = Omit<ButtonProps, 'children' | 'icon' | 'square' | 'wide'> & {
  icon: IconName;
  label: string;
};

/** A button that shows only an icon; `label` is its accessible name and its tooltip. */
export const IconButton = forwardRef<HTMLButtonElement, IconButtonProps>(function IconButton(
  { icon, label, kind = 'quiet', ...rest },
  ref,
) {
  return (
    <Button {...rest} ref={ref} kind={kind} square icon={icon} aria-label={label} title={label}>
      {null}
    </Button>
  );
});
