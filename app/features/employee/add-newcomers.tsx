import { Link } from '@remix-run/react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { listDepartments } from '#core/company/department-calls.ts';
import { NEWCOMER_LIMITS } from '#core/employee/newcomer.ts';
import { addNewcomers, newcomerForm } from '#core/employee/newcomer-calls.ts';
import { listOnboardingFields, type OnboardingField } from '#core/employee/onboarding-calls.ts';
import { FIELD_CATEGORIES } from '#core/employee/onboarding-fields.ts';
import { PASTED_COLUMNS, type PastedNewcomer, readPastedNewcomers } from '#core/employee/paste-newcomers.ts';
import { AppError } from '#core/errors.ts';
import { ID_TYPES } from '#core/validate/id-number.ts';
import { call } from '../../call.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { DepartmentSelect } from '../../parts/department/department-select.tsx';
import { queryOf } from '../../query.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import type { FormState } from '../../ui/form.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { MobileField } from '../../ui/mobile-field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast-store.ts';
import { errorText } from '../../wire/client-error.ts';
import style from './employee.module.css';

const NOBODY = { realName: '', mobile: '', idType: 'RESIDENT_ID', idNumber: '', departmentId: '' };
const rules = z.object({
  people: z.array(newcomerForm).min(1).max(NEWCOMER_LIMITS.atOnce),
  fieldIds: z.array(z.string()).min(1, 'newcomer:rule.noFields'),
});

/** Adds one or several newcomers and selects the fields they must fill in; initially all. */
export function AddNewcomers({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('newcomer');
  const fields = useQuery(queryOf(listOnboardingFields, {}));
  const all = fields.data?.fields;
  return (
    <FormDialog
      wide
      title={t('add.title')}
      submit={t('add.submit')}
      initial={{ people: [NOBODY], fieldIds: all?.map(({ fieldId }) => fieldId) ?? [] }}
      rules={rules}
      save={(values) => call(addNewcomers, values)}
      done={({ people }) => t('add.done', { count: people.length })}
      calls={[addNewcomers]}
      onClose={onClose}
      needs={{ ready: all !== undefined, error: fields.error, again: () => void fields.refetch() }}
    >
      {(form) => (
        <>
          <People form={form} />
          {all?.length === 0 ? (
            <Notice tone="warning" actions={<Link to="/company/entryField">{t('add.toFields')}</Link>}>
              {t('add.noFields')}
            </Notice>
          ) : (
            <ItemFields fields={all ?? []} form={form} />
          )}
        </>
      )}
    </FormDialog>
  );
}

function People({ form }: { form: FormState }) {
  const { t } = useTranslation(['newcomer', 'realname']);
  const people = Array.isArray(form.values.people) ? form.values.people : [];
  const [pasting, setPasting] = useState(false);
  return (
    <>
      {people.map((_, i) => (
        <section key={i} className={style.part} aria-label={t('add.person', { n: i + 1 })}>
          <div className={style.row}>
            <h3>{t('add.person', { n: i + 1 })}</h3>
            {people.length > 1 && (
              <IconButton
                icon="trash"
                size="small"
                label={t('add.remove', { n: i + 1 })}
                onClick={() =>
                  form.setValue(
                    'people',
                    people.filter((__, at) => at !== i),
                  )
                }
              />
            )}
          </div>
          <div className={style.fields}>
            <TextField name={`people.${i}.realName`} label={t('field.realName')} required maxLength={60} />
            <MobileField name={`people.${i}.mobile`} label={t('field.mobile')} required />
            <Select
              name={`people.${i}.idType`}
              label={t('field.idType')}
              required
              options={ID_TYPES.map((value) => ({ value, label: t(`realname:idType.${value}`) }))}
            />
            <TextField name={`people.${i}.idNumber`} label={t('field.idNumber')} required maxLength={30} />
            <DepartmentSelect name={`people.${i}.departmentId`} label={t('field.department')} />
          </div>
        </section>
      ))}
      {people.length < NEWCOMER_LIMITS.atOnce && (
        <div className={style.row}>
          <Button icon="plus" onClick={() => form.setValue('people', [...people, NOBODY])}>
            {t('add.more')}
          </Button>
          <Button icon="copy" aria-expanded={pasting} onClick={() => setPasting(!pasting)}>
            {t('add.paste')}
          </Button>
        </div>
      )}
      {pasting && (
        <PastedPeople
          room={NEWCOMER_LIMITS.atOnce - people.filter(isSomebody).length}
          onPaste={(pasted) => {
            form.setValue('people', [...people.filter(isSomebody), ...pasted]);
            setPasting(false);
          }}
        />
      )}
    </>
  );
}

const isSomebody = ({ realName = '', mobile = '', idNumber = '' }: Record<string, string>): boolean =>
  [realName, mobile, idNumber].some((text) => text.trim() !== '');

/** Takes lines that were copied in a spreadsheet, one for each newcomer; each can be corrected above before it is sent. */
function PastedPeople({
  room,
  onPaste,
}: {
  room: number;
  onPaste: (people: readonly PastedNewcomer[]) => void;
}) {
  const { t } = useTranslation('newcomer');
  const [language] = useLanguage();
  const departments = useQuery(queryOf(listDepartments, {}));
  const [text, setText] = useState('');
  const [refused, setRefused] = useState<unknown>();
  const take = async () => {
    try {
      const { readPasted } = await import('#core/sheet/read-pasted.ts');
      const rows = readPasted(text, { rows: room + 1, columns: PASTED_COLUMNS });
      const known = (departments.data ?? []).map(({ departmentId: id, parentId, name }, position) => ({
        ...{ id, parentId, name, position },
      }));
      const { people, unknown } = readPastedNewcomers(rows, known, language);
      if (people.length > room) throw new AppError('SHEET_TOO_MANY_ROWS', { max: room });
      toast(
        unknown.length > 0
          ? { tone: 'warning', text: t('add.pasteUnknown', { names: unknown.join(t('comma')) }) }
          : { tone: 'success', text: t('add.pasted', { count: people.length }) },
      );
      onPaste(people);
    } catch (error) {
      setRefused(error);
    }
  };
  return (
    <section className={style.part} aria-label={t('add.paste')}>
      {refused !== undefined && <Notice tone="error">{errorText(refused, t)}</Notice>}
      <TextArea
        label={t('add.pasteLabel')}
        hint={t('add.pasteHint')}
        rows={5}
        value={text}
        onChange={setText}
      />
      <div>
        <Button disabled={text.trim() === '' || departments.isPending} onClick={() => void take()}>
          {t('add.pasteDone')}
        </Button>
      </div>
    </section>
  );
}

/** Selects the fields and papers that newcomers must provide. */
function ItemFields({ fields, form }: { fields: readonly OnboardingField[]; form: FormState }) {
  const { t } = useTranslation(['newcomer', 'onboarding']);
  const chosen = form.values.fieldIds as string[];
  const put = (ids: readonly string[], on: boolean) =>
    form.setValue(
      'fieldIds',
      fields.map(({ fieldId }) => fieldId).filter((id) => (ids.includes(id) ? on : chosen.includes(id))),
    );
  return (
    <section className={style.part} aria-label={t('add.asked')} data-field="fieldIds">
      <h3>{t('add.asked')}</h3>
      {FIELD_CATEGORIES.map((category) => {
        const rows = fields.filter((row) => row.category === category);
        if (rows.length === 0) return null;
        const ids = rows.map(({ fieldId }) => fieldId);
        const on = ids.filter((id) => chosen.includes(id)).length;
        return (
          <fieldset key={category} className={style.choices}>
            <legend>
              <Checkbox
                value={on === ids.length}
                indeterminate={on > 0 && on < ids.length}
                onChange={(all) => put(ids, all)}
              >
                {t(`onboarding:category.${category}`)}
              </Checkbox>
            </legend>
            {rows.map(({ fieldId, name, shownTo }) => (
              <Checkbox
                key={fieldId}
                value={chosen.includes(fieldId)}
                onChange={(yes) => put([fieldId], yes)}
              >
                {shownTo === 'HR' ? t('hrField', { name }) : name}
              </Checkbox>
            ))}
          </fieldset>
        );
      })}
      {form.errors.fieldIds && <Notice tone="error">{form.errors.fieldIds}</Notice>}
    </section>
  );
}
