import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { isMobile } from '#core/validate/mobile.ts';
import { call } from '../../call.ts';
import { MobileField } from '../../ui/mobile-field.tsx';
import { EnterByCode } from './enter-by-code.tsx';
import { SendCode } from './send-code.tsx';

/** Schemas are loaded on demand: visitors open this on phones. */
const loadCalls = () => import('#core/signinglink/opener-calls.ts');

interface Props {
  /** Of the link, and of the counter's screen. */
  code: string;
  counter: string;
  /** With what the counter's code was exchanged for. */
  onEntered: (pass: string) => void;
}

/** Enters at a signing link by a code to the number that its opener types. */
export function EnterByNumber({ code, counter, onEntered }: Props) {
  const { t } = useTranslation('signinglink');
  const pass = useRef(counter);
  return (
    <EnterByCode
      typesMobile
      label={t('enter.label')}
      attempt={async (values, more) =>
        call((await loadCalls()).enterSigningLink, { code, ...values, ...more })
      }
      onEntered={() => onEntered(pass.current)}
      send={
        <SendCode
          field="mobile"
          fits={isMobile}
          send={async (mobile, human) => {
            const sent = await call((await loadCalls()).sendSigningLinkCode, {
              code,
              counter,
              mobile,
              ...human,
            });
            pass.current = sent.pass;
          }}
        />
      }
    >
      {(step) => (
        <MobileField
          name="mobile"
          label={t('enter.mobile')}
          autoComplete="tel"
          icon="phone"
          disabled={step !== 'CODE'}
        />
      )}
    </EnterByCode>
  );
}
