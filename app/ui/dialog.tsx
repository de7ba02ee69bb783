import type { ReactNode } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { useTranslation } from 'react-i18next';
import { classes } from './classes.ts';
import style from './dialog.module.css';
import { IconButton } from './icon-button.tsx';

export type DialogProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** Buttons in the footer; the main one last. */
  actions?: ReactNode;
  /** normal is 474 px wide ([9.32]). */
  width?: 'normal' | 'wide' | 'full';
  /** Work is in progress: neither Escape, nor a click outside, nor the close button closes it. */
  locked?: boolean;
  role?: 'dialog' | 'alertdialog';
};

/** A modal dialog, its top at 15 % of the window's height; on a phone a sheet at the bottom. */
export function Dialog({
  open,
  onClose,
  title,
  children,
  actions,
  width = 'normal',
  locked,
  role,
}: DialogProps) {
  return (
    <ModalOverlay
      className={style.scrim}
      isOpen={open}
      onOpenChange={(next) => next || onClose()}
      isDismissable={!locked && role !== 'alertdialog'}
      isKeyboardDismissDisabled={locked}
    >
      <Modal className={classes(style.modal, width !== 'normal' && style[width])}>
        <AriaDialog className={style.dialog} role={role}>
          <Sheet title={title} onClose={onClose} locked={locked} actions={actions}>
            {children}
          </Sheet>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

export type DrawerProps = Omit<DialogProps, 'width' | 'role'> & { side?: 'left' | 'right' };

/** A panel from the side, for reading or editing beside a list. */
export function Drawer({ open, onClose, title, children, actions, locked, side = 'right' }: DrawerProps) {
  return (
    <ModalOverlay
      className={style.drawerScrim}
      isOpen={open}
      onOpenChange={(next) => next || onClose()}
      isDismissable={!locked}
      isKeyboardDismissDisabled={locked}
    >
      <Modal className={classes(style.drawer, side === 'left' && style.left)}>
        <AriaDialog className={style.dialog}>
          <Sheet title={title} onClose={onClose} locked={locked} actions={actions}>
            {children}
          </Sheet>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** The parts of every dialog: title with close button, content, footer buttons. */
function Sheet({
  title,
  onClose,
  locked,
  actions,
  children,
}: Pick<DialogProps, 'title' | 'onClose' | 'locked' | 'actions' | 'children'>) {
  const { t } = useTranslation('ui');
  return (
    <>
      <div className={style.head}>
        <Heading slot="title" level={2} className={style.title}>
          {title}
        </Heading>
        {!locked && <IconButton icon="close" size="small" label={t('close')} onClick={onClose} />}
      </div>
      <div className={style.body}>{children}</div>
      {actions && <div className={style.actions}>{actions}</div>}
    </>
  );
}
