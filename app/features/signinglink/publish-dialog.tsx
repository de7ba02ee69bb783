import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { listUsableAutoSigns } from '#core/autosign/calls.ts';
import type { InputOf } from '#core/call.ts';
import { LIMITS } from '#core/config/limits.ts';
import { publishSigningLink } from '#core/signinglink/calls.ts';
import { firstValues } from '#core/task/template-document.ts';
import type { TemplateContent } from '#core/template/content.ts';
import { fieldsInText } from '#core/template/fill/fields-in-text.ts';
import { listUsable, readUsable, readVersion } from '#core/template/version-calls.ts';
import { call } from '../../call.ts';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { FieldInput } from '../../parts/template-form/field-input.tsx';
import { queryOf } from '../../query.ts';
import { useSession } from '../../session/session-store.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { MobileField } from '../../ui/mobile-field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { Select } from '../../ui/select.tsx';
import { ErrorState, LoadingState } from '../../ui/state.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { LinkRules, NO_RULES, readRules, typedRules } from './link-rules.tsx';
import style from './signing-link.module.css';

interface Props {
  /** Empty: it is chosen first. */
  templateId: string;
  onClose: () => void;
  onPublished: (linkId: string) => void;
}

/** Publishes a signing link: of which template, who opens it, who else signs, what is the same in all, whom it takes. */
export function PublishDialog({ templateId, onClose, onPublished }: Props) {
  const { t } = useTranslation('signinglink');
  const [chosen, setChosen] = useState(templateId);
  if (chosen !== '') return <WithTemplate templateId={chosen} onClose={onClose} onPublished={onPublished} />;
  return <ChooseTemplate title={t('publish.title')} onClose={onClose} onChoose={setChosen} />;
}

function ChooseTemplate({
  title,
  onClose,
  onChoose,
}: {
  title: string;
  onClose: () => void;
  onChoose: (templateId: string) => void;
}) {
  const { t } = useTranslation('signinglink');
  const usable = useQuery(queryOf(listUsable, { current: 1, size: 500 }));
  return (
    <Dialog open onClose={onClose} title={title}>
      {usable.error ? (
        <ErrorState error={usable.error} onRetry={() => void usable.refetch()} />
      ) : !usable.data ? (
        <LoadingState />
      ) : usable.data.records.length === 0 ? (
        <Notice>{t('publish.noTemplate')}</Notice>
      ) : (
        <Select
          label={t('publish.template')}
          hint={t('publish.templateHint')}
          value=""
          placeholder={t('publish.choose')}
          onChange={onChoose}
          options={usable.data.records.map(({ id, templateName }) => ({ value: id, label: templateName }))}
        />
      )}
    </Dialog>
  );
}

function WithTemplate({ templateId, onClose, onPublished }: Props) {
  const { t } = useTranslation('signinglink');
  const usable = useQuery(queryOf(readUsable, { id: templateId }));
  const versionId = usable.data?.version?.versionId ?? '';
  const version = useQuery({ ...queryOf(readVersion, { versionId }), enabled: versionId !== '' });
  const error = usable.error ?? version.error;
  if (usable.data && version.data)
    return (
      <PublishForm
        templateId={templateId}
        templateName={usable.data.templateName}
        content={version.data.content}
        onClose={onClose}
        onPublished={onPublished}
      />
    );
  return (
    <Dialog open onClose={onClose} title={t('publish.title')}>
      {error ? (
        <ErrorState error={error} onRetry={() => void Promise.all([usable.refetch(), version.refetch()])} />
      ) : usable.data && versionId === '' ? (
        <Notice tone="warning">{t('publish.noVersion')}</Notice>
      ) : (
        <LoadingState />
      )}
    </Dialog>
  );
}

const draft = typedRules.extend({
  taskName: z.string().trim().min(1),
  opener: z.string().min(1),
  signDays: z.number().nullable(),
  /** By the place of the role among those that the publisher fixes. */
  signers: z.record(
    z.string(),
    z.object({
      entName: z.string().optional(),
      userName: z.string().optional(),
      mobile: z.string().optional(),
      autoSealId: z.string().optional(),
    }),
  ),
});
type Draft = z.output<typeof draft>;

function PublishForm({
  templateId,
  templateName,
  content,
  onClose,
  onPublished,
}: Props & { templateName: string; content: TemplateContent }) {
  const { t } = useTranslation(['signinglink', 'fill']);
  const active = useSession((s) => s.activeUser);
  const published = useRef('');
  const people = content.signers.filter(({ type }) => type === 'PERSON');
  const first = useMemo(() => firstValues(content), [content]);
  const [fields, setFields] = useState<Record<string, string>>(first.fields);
  const open = fieldsInText(content, first).fields.filter(({ filledBy }) => filledBy === 'SENDER');
  const others = (opener: string) => content.signers.filter(({ key }) => key !== opener);
  const opener = people[0]?.key ?? '';
  const firstOwn = others(opener).findIndex(({ type }) => type === 'ENTERPRISE');

  async function publish(values: Draft) {
    const signers: InputOf<typeof publishSigningLink>['signers'] = others(values.opener).map(
      ({ key, type }, i) => {
        const { entName = '', userName = '', mobile = '', autoSealId = '' } = values.signers[i] ?? {};
        return {
          role: key,
          ...(type === 'ENTERPRISE' ? { entName } : {}),
          userName,
          mobile,
          ...(autoSealId === '' ? {} : { autoSealId, entId: active?.id ?? '' }),
        };
      },
    );
    return call(publishSigningLink, {
      templateId,
      taskName: values.taskName,
      opener: values.opener,
      signers,
      fields,
      ...(values.signDays === null ? {} : { signDays: values.signDays }),
      ...readRules(values),
    });
  }

  return (
    <FormDialog<Draft, Awaited<ReturnType<typeof publish>>>
      wide
      title={t('publish.title')}
      submit={t('publish.submit')}
      initial={{
        ...NO_RULES,
        taskName: templateName,
        opener,
        signDays: null,
        signers: firstOwn < 0 ? {} : { [firstOwn]: { entName: active?.type === 'ent' ? active.name : '' } },
      }}
      rules={draft}
      save={publish}
      done={() => t('publish.done')}
      onSaved={(_, answer) => {
        published.current = answer.linkId;
      }}
      calls={[publishSigningLink]}
      // Leads to the link in place of closing: both at once would be two navigations, of which the last one wins.
      onClose={() => (published.current === '' ? onClose() : onPublished(published.current))}
    >
      {(form) => (
        <>
          {people.length === 0 && <Notice tone="error">{t('publish.noPerson')}</Notice>}
          <TextField
            name="taskName"
            label={t('list.name')}
            hint={t('publish.nameHint')}
            required
            maxLength={LIMITS.taskNameLength}
          />
          <Select
            name="opener"
            label={t('publish.opener')}
            hint={t('publish.openerHint')}
            required
            options={people.map(({ key, name }) => ({ value: key, label: name }))}
          />
          {others(String(form.values.opener)).map(({ key, name, type }, i) => (
            <fieldset key={key} className={style.group}>
              <legend>{name}</legend>
              {type === 'ENTERPRISE' && (
                <TextField
                  name={`signers.${i}.entName`}
                  label={t('publish.entName')}
                  required
                  maxLength={100}
                />
              )}
              <TextField
                name={`signers.${i}.userName`}
                label={t(type === 'ENTERPRISE' ? 'publish.operator' : 'name')}
                required
                maxLength={50}
              />
              <MobileField name={`signers.${i}.mobile`} label={t('enter.mobile')} required />
              {type === 'ENTERPRISE' && <Automatic name={`signers.${i}.autoSealId`} />}
            </fieldset>
          ))}
          {open.length > 0 && (
            <fieldset className={style.group}>
              <legend>{t('publish.fields')}</legend>
              <p className={style.soft}>{t('publish.fieldsHint')}</p>
              {open.map((field) => (
                <FieldInput
                  key={field.key}
                  name={`fields.${field.name}`}
                  field={{ ...field, required: false }}
                  value={fields[field.key] ?? ''}
                  onChange={(value) => setFields((old) => ({ ...old, [field.key]: value }))}
                  onLeave={() => undefined}
                  keepPicture={() => Promise.reject(new Error(t('publish.noPicture')))}
                  error={form.errors[`fields.${field.name}`]}
                />
              ))}
            </fieldset>
          )}
          <fieldset className={style.group}>
            <legend>{t('rules.title')}</legend>
            <LinkRules />
            <NumberField
              name="signDays"
              label={t('publish.signDays')}
              hint={t('publish.signDaysHint')}
              min={1}
              max={LIMITS.deadlineDays}
            />
          </fieldset>
        </>
      )}
    </FormDialog>
  );
}

/** With which seal the own enterprise signs each contract by itself; shown where something is open for the publisher. */
function Automatic({ name }: { name: string }) {
  const { t } = useTranslation('signinglink');
  const usable = useQuery(queryOf(listUsableAutoSigns, {}));
  if (!usable.data || usable.data.length === 0) return null;
  return (
    <Select
      name={name}
      label={t('publish.automatic')}
      hint={t('publish.automaticHint')}
      placeholder={t('publish.byHand')}
      options={[
        { value: '', label: t('publish.byHand') },
        ...usable.data.map(({ sealId, sealName }) => ({ value: sealId, label: sealName })),
      ]}
    />
  );
}
