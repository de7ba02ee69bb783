import { useNavigate } from '@remix-run/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { checkValue } from '#core/template/fill/check-value.ts';
import { readValue } from '#core/template/fill/read-value.ts';
import { call } from '../../call.ts';
import { FieldInput } from '../../parts/template-form/field-input.tsx';
import { valueProblemText } from '../../parts/template-form/problem-text.ts';
import { signersPage } from '../../shell/by-link.ts';
import { Button } from '../../ui/button.tsx';
import { Form, type FormState, type Rules } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { LoadingState } from '../../ui/state.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { isGood } from '../../wire/form-check.ts';
import type { OpenerForm } from './use-opening.ts';

const loadCalls = () => import('#core/signinglink/opener-calls.ts');
/** A picture is the publisher's to choose: no such field is left to whoever opens a link. */
const noPicture = () => Promise.reject(new Error('no pictures here'));

/** A name is asked for, whether it is left empty or sent so; the rest is judged by the template. */
const NAMED: Rules<{ userName: string }> = {
  safeParse(raw) {
    const userName =
      typeof raw === 'object' && raw !== null && 'userName' in raw ? String(raw.userName).trim() : '';
    if (userName !== '') return { success: true, data: { userName } };
    const issues = [{ code: 'custom', path: ['userName'], message: 'signinglink:nameNeeded' }];
    return { success: false, error: { issues } };
  },
};

/** What somebody fills in before their contract is made; then leads on to sign it. */
export function FillIn({
  code,
  form: { fields, userName, approval, pass, initiator },
}: {
  code: string;
  form: OpenerForm;
}) {
  const { t } = useTranslation(['signinglink', 'fill', 'error']);
  const navigate = useNavigate();
  const [values, setValues] = useState<Record<string, string>>({});
  const [end, setEnd] = useState<'' | 'WAITS' | 'GOES'>('');
  if (end === 'GOES') return <LoadingState label={t('going')} />;
  if (end === 'WAITS') return <Notice tone="success">{t('waits', { initiator })}</Notice>;

  const problemAt = (key: string): string | undefined => {
    const field = fields.find((one) => one.key === key);
    const wrong = field && checkValue(field, readValue(field, values[key] ?? ''));
    return wrong && valueProblemText(t, wrong);
  };

  async function submit({ userName: typed }: { userName: string }, state: FormState) {
    const wrong: Record<string, string> = {};
    for (const { key } of fields) {
      const text = problemAt(key);
      if (text) wrong[`fields.${key}`] = text;
    }
    if (Object.keys(wrong).length > 0) return state.setErrors(wrong);
    const { readSigningLinkForm, submitSigningLink } = await loadCalls();
    const body = await call(submitSigningLink, { code, userName: typed, fields: values, pass });
    if (!isGood(body)) return body;
    if (body.data.state === 'PENDING') return setEnd('WAITS');
    setEnd('GOES');
    // It is the opener's turn, unless another party signs first or the publisher's enterprise has to approve it.
    const mine = await call(readSigningLinkForm, { code }).then(
      (next) => next.mine,
      () => null,
    );
    if (!mine?.planId) return setEnd('WAITS');
    return navigate(signersPage(mine.planId, mine.signs, mine.lacksName), {
      replace: true,
      state: { realName: typed },
    });
  }

  return (
    <Form<{ userName: string }> initial={{ userName }} rules={NAMED} onSubmit={submit} label={t('fill')}>
      {(state) => (
        <>
          <TextField
            name="userName"
            label={t('name')}
            required
            maxLength={50}
            autoComplete="name"
            disabled={userName !== ''}
            hint={t(userName === '' ? 'nameHint' : 'nameVerified')}
          />
          {fields.map((field) => {
            const name = `fields.${field.key}`;
            const { [name]: error, ...others } = state.errors;
            return (
              <FieldInput
                key={field.key}
                name={name}
                field={field}
                value={values[field.key] ?? ''}
                onChange={(value) => {
                  setValues((old) => ({ ...old, [field.key]: value }));
                  if (error) state.setErrors(others);
                }}
                onLeave={() => undefined}
                keepPicture={noPicture}
                error={error}
              />
            );
          })}
          <Button type="submit" kind="primary" size="large" wide pending={state.submitting}>
            {t(approval ? 'submit' : 'toSign')}
          </Button>
        </>
      )}
    </Form>
  );
}
