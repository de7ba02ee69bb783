import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog, Drawer } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/state.tsx';
import { PageJump } from '../../ui/table/page-jump.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast-store.ts';
import { ClientError } from '../../wire/client-error.ts';
import style from './gallery.module.css';
import { Row, Section } from './section.tsx';

type Open = 'none' | 'dialog' | 'confirm' | 'harmless' | 'drawer';
const SAMPLE_ERROR = new ClientError('network', 0, '', { requestId: 'b7d1c2' });

/** Overlays of the page, and states that replace its content. */
export function Layers() {
  const { t } = useTranslation('gallery');
  const [open, setOpen] = useState<Open>('none');
  const close = () => setOpen('none');
  return (
    <>
      <Section id="dialogs" title={t('dialogs')}>
        <Row>
          <Button onClick={() => setOpen('dialog')}>{t('act.openDialog')}</Button>
          <Button kind="danger" onClick={() => setOpen('confirm')}>
            {t('act.revoke')}
          </Button>
          <Button onClick={() => setOpen('harmless')}>{t('act.renew')}</Button>
          <Button onClick={() => setOpen('drawer')}>{t('act.openDrawer')}</Button>
        </Row>
        <Dialog
          open={open === 'dialog'}
          onClose={close}
          title={t('act.openDialog')}
          actions={
            <>
              <Button onClick={close}>{t('ui:cancel')}</Button>
              <Button kind="primary" onClick={close}>
                {t('act.save')}
              </Button>
            </>
          }
        >
          <p>{t('words.long')}</p>
          <TextField label={t('field.taskName')} value="" autoFocus />
        </Dialog>
        <ConfirmDialog
          open={open === 'confirm'}
          onClose={close}
          title={t('confirm.title')}
          thing={t('confirm.thing')}
          consequence={t('confirm.consequence')}
          tone="danger"
          confirmLabel={t('act.revoke')}
          reason={{ label: t('field.reason'), maxLength: 100 }}
          onConfirm={() => toast({ tone: 'success', text: t('words.saved') })}
        />
        <ConfirmDialog
          open={open === 'harmless'}
          onClose={close}
          title={t('harmless.title')}
          thing={t('harmless.thing')}
          consequence={t('harmless.consequence')}
          tone="neutral"
          confirmLabel={t('act.renew')}
          onConfirm={() => toast({ tone: 'success', text: t('words.saved') })}
        />
        <Drawer
          open={open === 'drawer'}
          onClose={close}
          title={t('act.openDrawer')}
          actions={<Button onClick={close}>{t('act.save')}</Button>}
        >
          <p>{t('words.long')}</p>
        </Drawer>
      </Section>
      <Section id="states" title={t('states')}>
        <Notice>{t('words.short')}</Notice>
        <Notice tone="success">{t('words.saved')}</Notice>
        <Notice tone="warning" actions={<Button kind="text">{t('act.renew')}</Button>}>
          {t('words.expiring')}
        </Notice>
        <Notice tone="error">{t('words.failed')}</Notice>
        <div className={style.states}>
          <EmptyState
            icon="contract"
            title={t('empty.title')}
            actions={<Button kind="primary">{t('act.send')}</Button>}
          >
            {t('empty.text')}
          </EmptyState>
          <ErrorState error={SAMPLE_ERROR} onRetry={() => undefined} />
          <LoadingState />
        </div>
        <Skeleton width="60%" height={20} />
        <Skeleton width="40%" />
        <PageJump last={30} onGo={(page) => toast({ text: t('words.page', { page }) })} />
      </Section>
    </>
  );
}
