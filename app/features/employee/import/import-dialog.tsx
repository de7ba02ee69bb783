import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listDepartments } from '#core/company/department-calls.ts';
import { importEmployees } from '#core/employee/import-calls.ts';
import { importColumns, titledColumns } from '#core/employee/import-columns.ts';
import { listOnboardingFields } from '#core/employee/onboarding-calls.ts';
import { DUPLICATES, type Duplicates, IMPORT_LIMITS } from '#core/employee/states.ts';
import { SHEET_PACKAGE } from '#core/sheet/limits.ts';
import { withoutHidden } from '#core/validate/hidden-characters.ts';
import { call } from '../../../call.ts';
import { storedLanguage } from '../../../i18n/use-language.ts';
import { pathText } from '../../../parts/department/department-options.ts';
import { newKey } from '../../../parts/room/new-key.ts';
import { queryOf, useRefresh } from '../../../query.ts';
import { useMay } from '../../../shell/use-identity.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FileUpload } from '../../../ui/file-upload.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { RadioGroup } from '../../../ui/radio-group.tsx';
import { ErrorState, LoadingState } from '../../../ui/state.tsx';
import { errorText } from '../../../wire/client-error.ts';
import style from '../employee.module.css';
import type { ReadRow } from './orders.ts';
import { readFile } from './read-file.ts';
import { saveEmptySheet, saveWrongRows, wrongRowText } from './sheets.ts';

/** Number of invalid rows shown; the downloadable sheet contains all of them. */
const MOST_ROWS = 50;
const RULES = { types: ['.xlsx'], maxBytes: SHEET_PACKAGE.fileSize, maxFiles: 1 };

type ChosenSheet = { importId: string; fileName: string; rows: readonly ReadRow[] };

/** [5.4] Imports employees from an xlsx file: every row is validated here first, and again by the Worker. */
export function ImportDialog({ onClose, onBegan }: { onClose: () => void; onBegan: () => void }) {
  const { t } = useTranslation(['employee', 'realname', 'rule', 'error']);
  const refresh = useRefresh();
  const fields = useQuery(queryOf(listOnboardingFields, {}));
  const departments = useQuery(queryOf(listDepartments, {}));
  const [chosen, setChosen] = useState<ChosenSheet>();
  const [duplicates, setDuplicates] = useState<Duplicates>('SKIP');
  const [sent, setSent] = useState(0);
  const maySalary = useMay('employee_salary');
  const columns = importColumns(fields.data?.fields ?? [], !maySalary);

  async function read(file: File): Promise<ChosenSheet> {
    const rows = await readFile({
      bytes: new Uint8Array(await file.arrayBuffer()),
      columns: titledColumns(columns, storedLanguage()),
      departments: (departments.data ?? []).map(({ departmentId, parentId, name }, position) => ({
        id: departmentId,
        parentId,
        name,
        position,
      })),
    });
    return { importId: newKey(), fileName: withoutHidden(file.name).slice(0, 255), rows };
  }

  const begin = useMutation({
    mutationFn: async ({ importId, fileName, rows }: ChosenSheet) => {
      // Idempotent: after a network failure, parts that already arrived are sent again without effect.
      for (let from = 0; from < rows.length; from += IMPORT_LIMITS.part) {
        const part = rows.slice(from, from + IMPORT_LIMITS.part);
        await call(importEmployees, {
          importId,
          fileName,
          duplicates,
          total: rows.length,
          rows: part.map(({ number, cells, odd }) => ({ number, cells, odd })),
        });
        setSent(from + part.length);
      }
    },
    onSuccess: async () => {
      await refresh(importEmployees);
      onBegan();
    },
  });

  const failed = [fields, departments].find((query) => query.error);
  const wrong = chosen?.rows.filter(({ problems }) => problems.length > 0) ?? [];
  const good = (chosen?.rows.length ?? 0) - wrong.length;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('import.title')}
      width="wide"
      actions={
        <>
          <Button onClick={onClose}>{t('ui:cancel')}</Button>
          <Button
            kind="primary"
            disabled={good === 0}
            pending={begin.isPending}
            onClick={() => chosen && begin.mutate(chosen)}
          >
            {t('import.take', { count: good })}
          </Button>
        </>
      }
    >
      {failed ? (
        <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
      ) : !fields.data || !departments.data ? (
        <LoadingState />
      ) : (
        <>
          <p>{t('import.text', { max: IMPORT_LIMITS.rows })}</p>
          {!maySalary && <p className={style.hint}>{t('error:SALARY_WITHHELD')}</p>}
          <div className={style.row}>
            <Button
              icon="download"
              onClick={() =>
                void saveEmptySheet(
                  t,
                  columns,
                  departments.data.map(({ path }) => pathText(path)),
                )
              }
            >
              {t('import.template')}
            </Button>
          </div>
          <RadioGroup<Duplicates>
            label={t('import.duplicates')}
            value={duplicates}
            onChange={setDuplicates}
            options={DUPLICATES.map((value) => ({
              value,
              label: t(`import.${value}`),
              hint: t(`import.${value}Hint`),
            }))}
          />
          <FileUpload
            readsOnly
            label={t('import.choose')}
            rules={RULES}
            upload={read}
            onDone={({ result }) => setChosen(result)}
            onRemove={() => setChosen(undefined)}
          />
          {chosen && (
            <p role="status">{t('import.found', { rows: chosen.rows.length, good, wrong: wrong.length })}</p>
          )}
          {wrong.length > 0 && (
            <>
              <div className={style.row}>
                <Button icon="download" onClick={() => void saveWrongRows(t, columns, wrong)}>
                  {t('import.downloadWrong', { count: wrong.length })}
                </Button>
              </div>
              <ul className={style.wrongRows}>
                {wrong.slice(0, MOST_ROWS).map((row) => (
                  <li key={row.number}>
                    {t('import.row', { number: row.number, why: wrongRowText(t, columns, row.problems) })}
                  </li>
                ))}
              </ul>
            </>
          )}
          {begin.isPending && chosen && (
            <progress value={sent} max={chosen.rows.length} aria-label={t('import.sending')} />
          )}
          {begin.error && <Notice tone="error">{errorText(begin.error, t)}</Notice>}
        </>
      )}
    </Dialog>
  );
}
