import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { listEnterpriseTreeSimple, saveApplyJoinEnt } from '#core/company/calls.ts';
import { applyReason } from '#core/company/reasons.ts';
import { LIMITS } from '#core/config/limits.ts';
import { normalizeEnterpriseName } from '#core/validate/enterprise-name.ts';
import { enterpriseName } from '#core/validate/rules.ts';
import { call } from '../../call.ts';
import { useRefresh } from '../../query.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast-store.ts';

const rules = z.object({ name: enterpriseName(), applyReason });
type Values = z.output<typeof rules>;
/** Result of looking up a name. `entId` is null if no enterprise has it. */
type FoundEnterprise = { name: string; entId: string | null };
type LookUp = FoundEnterprise | 'looking' | 'failed' | undefined;

/** [5.15a,b] Application to join: the name, looked up on blur, must be an enterprise's; then the reason. */
export function JoinForm({ onSent }: { onSent: () => void }) {
  const { t } = useTranslation('company');
  const refresh = useRefresh();
  const [found, setFound] = useState<LookUp>();
  const latest = useRef('');

  /** Looks up the enterprise with a name; a name already found is not requested again. */
  async function lookUp(text: string): Promise<FoundEnterprise | null> {
    const name = normalizeEnterpriseName(text);
    if (!enterpriseName().safeParse(name).success) return null;
    if (typeof found === 'object' && found.name === name && found.entId) return found;
    latest.current = name;
    setFound('looking');
    try {
      const list = await call(listEnterpriseTreeSimple, {
        nodeName: name,
        nodeTypes: 'ENTERPRISE-ENTERPRISE',
      });
      const answer = { name, entId: list[0]?.relationId ?? null };
      // A slower response for an earlier value must not overwrite this one.
      if (latest.current === name) setFound(answer);
      return answer;
    } catch (error) {
      if (latest.current === name) setFound('failed');
      throw error;
    }
  }

  async function send(values: Values) {
    // a failed look-up is reported beside the field
    const answer = await lookUp(values.name).catch(() => null);
    if (!answer?.entId) return;
    await call(saveApplyJoinEnt, { entId: answer.entId, applyReason: values.applyReason });
    await refresh(saveApplyJoinEnt);
    toast({ tone: 'success', text: t('add.sent', { name: values.name }) });
    onSent();
  }

  return (
    <Form initial={{ name: '', applyReason: '' }} rules={rules} onSubmit={send} label={t('add.joinTitle')}>
      {(form) => (
        <>
          <TextField
            name="name"
            label={t('add.name')}
            required
            maxLength={100}
            icon="building"
            hint={hintOf(found, t)}
            // passed as a prop, because the form's own validation, which runs a moment later, would clear it
            error={errorOf(found, t)}
            onChange={() => {
              latest.current = '';
              setFound(undefined);
            }}
            onBlur={() => void lookUp(String(form.values.name ?? '')).catch(() => undefined)}
          />
          <TextArea name="applyReason" label={t('add.reason')} required maxLength={LIMITS.joinReason} />
          <div>
            <Button type="submit" kind="primary" pending={form.submitting}>
              {t('add.submit')}
            </Button>
          </div>
        </>
      )}
    </Form>
  );
}

type Translate = ReturnType<typeof useTranslation<'company'>>['t'];

function hintOf(found: LookUp, t: Translate) {
  if (found === 'looking') return t('add.looking');
  return typeof found === 'object' && found.entId ? t('add.found') : t('add.nameHint');
}

/** Message for an enterprise that cannot be joined ([5.15b], [8.6a]). */
function errorOf(found: LookUp, t: Translate) {
  if (found === 'failed') return t('add.lookUpFailed');
  return typeof found === 'object' && !found.entId ? t('add.notFound') : undefined;
}
