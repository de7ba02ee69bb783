import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#core/call.ts';
import { mayDoWith } from '#core/template/record.ts';
import type { readTemplate } from '#core/template/version-calls.ts';
import type { RoomStatus } from '../../../parts/room/open-room.ts';
import { SaveStatus } from '../../../parts/room/save-status.tsx';
import { useEmbedded } from '../../../parts/signing/embedded.ts';
import { usePageTitle } from '../../../shell/page-title.tsx';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { usePhone } from '../../../ui/table/use-phone.ts';
import { Publish, type PublishProps } from '../parts/publish.tsx';
import style from './template-frame.module.css';

type Template = OutputOf<typeof readTemplate>;

interface Props {
  /** Undefined if offline. */
  template: Template | undefined;
  status: RoomStatus;
  /** Reads the draft for publishing; undefined while there is nothing to publish. */
  check?: PublishProps['check'] | undefined;
  overlaps: PublishProps['overlaps'];
  /** Actions in the header, beside the name. */
  actions?: ReactNode;
  children: ReactNode;
}

/** Frame of the template editor: name, save state, publish button, and a notice if the template cannot be edited. */
export function TemplateFrame({ template, status, check, overlaps, actions, children }: Props) {
  const { t } = useTranslation('templateEdit');
  usePageTitle({ subject: template?.templateName });
  const phone = usePhone();
  const embedded = useEmbedded();
  const may = template && mayDoWith(template.access);
  const mayEdit = may?.edit ?? true;
  return (
    <div className={style.screen}>
      <header className={style.head}>
        {embedded ? (
          <Button size="small" onClick={embedded.closed}>
            {t('ui:close')}
          </Button>
        ) : (
          <LinkButton to="/company/frontTemplateFile" kind="quiet" size="small" icon="arrow-left">
            {t('back')}
          </LinkButton>
        )}
        <h1>{template?.templateName ?? t('title')}</h1>
        <SaveStatus status={status} />
        <span className={style.spacer} />
        {actions}
        {template && check && (
          <Publish
            template={template}
            check={check}
            overlaps={overlaps}
            readOnly={!may?.publish || status.closed || phone}
          />
        )}
      </header>
      {status.closed && <Notice tone="warning">{t('closed')}</Notice>}
      {phone && mayEdit && <Notice tone="info">{t('phone')}</Notice>}
      {!mayEdit && <Notice tone="info">{t('viewable')}</Notice>}
      {children}
    </div>
  );
}

/** The document on one side, the panel of its parts on the other. */
export function TwoSides({ side, children }: { side: ReactNode; children: ReactNode }) {
  const { t } = useTranslation('templateEdit');
  return (
    <div className={style.work}>
      {children}
      <aside className={style.side} aria-label={t('parts.title')}>
        {side}
      </aside>
    </div>
  );
}

/** Whether the draft is read-only: without the right to edit, on a phone, or once the room is closed. */
export function useReadOnly(template: Template | undefined, status: RoomStatus): boolean {
  const phone = usePhone();
  return phone || status.closed || (template !== undefined && !mayDoWith(template.access).edit);
}
