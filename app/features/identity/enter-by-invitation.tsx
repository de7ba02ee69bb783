import { useTranslation } from 'react-i18next';
import { call } from '../../call.ts';
import { CountdownButton } from '../../ui/countdown-button.tsx';
import { EnterByCode } from './enter-by-code.tsx';

/** Schemas are loaded on demand: visitors open this on phones. */
const loadCalls = () => import('#core/invitation/calls.ts');

interface Props {
  /** Of the link. */
  code: string;
  /** The recipient's number, masked. */
  mobile: string;
  onEntered: () => void;
}

/** Enters as the recipient of a link by a code to their number, which is shown masked and never typed. */
export function EnterByInvitation({ code, mobile, onEntered }: Props) {
  const { t } = useTranslation(['invitation', 'identity']);
  return (
    <EnterByCode
      label={t('enter.label')}
      attempt={async ({ authCode }, more) =>
        call((await loadCalls()).acceptInvitation, { code, authCode, ...more })
      }
      onEntered={onEntered}
      send={
        <CountdownButton
          label={t('identity:code.send')}
          kind="text"
          size="small"
          onSend={async () => call((await loadCalls()).sendInvitationCode, { code })}
        />
      }
    >
      {() => <p>{t('enter.text', { mobile })}</p>}
    </EnterByCode>
  );
}
