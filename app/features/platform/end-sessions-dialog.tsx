import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { endPersonSessions } from '#core/platform/calls.ts';
import { REALNAME_LIMITS } from '#core/realname/limits.ts';
import { mobile } from '#core/validate/rules.ts';
import { call } from '../../call.ts';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { MobileField } from '../../ui/mobile-field.tsx';
import { TextArea } from '../../ui/text-area.tsx';

const rules = z.object({ mobile: mobile(), reason: z.string().trim().min(1).max(REALNAME_LIMITS.reason) });
type Values = z.output<typeof rules>;

/** Ends a person's sessions at their request, such as after the loss of a device. */
export function EndSessionsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('platform');
  return (
    <FormDialog<Values, { ended: number }>
      title={t('sessions.title')}
      submit={t('sessions.submit')}
      initial={{ mobile: '', reason: '' }}
      rules={rules}
      save={(values) => call(endPersonSessions, values)}
      done={(_, { ended }) => (ended > 0 ? t('sessions.done', { n: ended }) : t('sessions.none'))}
      onClose={onClose}
      calls={[endPersonSessions]}
    >
      <p>{t('sessions.about')}</p>
      <MobileField name="mobile" label={t('sessions.mobile')} required />
      <TextArea
        name="reason"
        label={t('sessions.reason')}
        required
        maxLength={REALNAME_LIMITS.reason}
        hint={t('sessions.reasonHint')}
      />
    </FormDialog>
  );
}
