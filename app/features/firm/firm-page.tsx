import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getFirmLogin, listFirmLinks, removeFirmLink, saveFirmLogin } from '#core/sso/firm-calls.ts';
import { call } from '../../call.ts';
import { ListPage } from '../../kit/list-page.tsx';
import { useList } from '../../kit/use-list.ts';
import { queryOf } from '../../query.ts';
import { FirmForm } from './firm-form.tsx';

const NO_FILTERS = {};

/** /company/firmLogin: the login by the enterprise’s identity provider, and who is linked to it. */
export function FirmPage() {
  const { t } = useTranslation('firm');
  const config = useQuery(queryOf(getFirmLogin, {}));
  const list = useList(listFirmLinks, { filters: NO_FILTERS });
  const provider = config.data?.provider;
  return (
    <ListPage
      title={t('title')}
      about={
        provider
          ? t(provider.enabled ? 'isOn' : 'isOff', { path: provider.path, issuer: provider.issuer })
          : t('about')
      }
      code="firm.links"
      list={list}
      rowKey={(row) => row.linkId}
      main={{
        id: 'setUp',
        label: t(provider ? 'change' : 'setUp'),
        icon: 'settings',
        layer: ({ close, renew }) => <FirmForm config={config} onClose={close} onSettled={renew} />,
        calls: [saveFirmLogin],
      }}
      columns={[
        { id: 'name', title: t('name'), minWidth: 120, fixed: true },
        { id: 'subject', title: t('subject'), minWidth: 200, brief: true },
        { id: 'linkedAt', title: t('linkedAt'), kind: 'dateTime' as const },
        { id: 'usedAt', title: t('usedAt'), kind: 'dateTime' as const, brief: true },
      ]}
      actions={[
        {
          id: 'remove',
          label: t('remove'),
          icon: 'ban',
          danger: true,
          ask: ([{ name }]) => ({ title: t('removeTitle'), thing: name, consequence: t('removeText') }),
          run: ([{ linkId }]) => call(removeFirmLink, { linkId }),
          done: ([{ name }]) => t('removed', { name }),
          calls: [removeFirmLink],
        },
      ]}
      empty={{ icon: 'key', title: t('none'), text: t('noneText') }}
    />
  );
}
