import { useLocation, useNavigate } from '@remix-run/react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addDraftRows } from '#core/batch/draft-batch.ts';
import { LIMITS } from '#core/config/limits.ts';
import { type ContractEmployee, readForContract } from '#core/employee/contract-calls.ts';
import { AppError } from '#core/errors.ts';
import { putRow, readDraft, setTask } from '#core/task/draft.ts';
import { putValues, typedValues } from '#core/task/template-document.ts';
import type { TemplateContent } from '#core/template/content.ts';
import {
  factsOfEmployee,
  type HrPurpose,
  valuesOfEmployee,
  valuesOfEmployer,
} from '#core/template/fill/for-employee.ts';
import { call } from '../../../call.ts';
import { newKey } from '../../../parts/room/new-key.ts';
import { ErrorState, LoadingState } from '../../../ui/state.tsx';
import { usableTemplate, versionQuery } from '../draft/offline-templates.ts';
import type { UsedDraft } from '../draft/use-draft.ts';
import { useOwn } from '../wizard/fill-from-people.tsx';
import { useFirstSigner } from '../wizard/use-first-signer.ts';
import { useTemplates } from '../wizard/use-templates.ts';

/** What was chosen at the start: it travels in the history and names employees by id alone. */
export interface HrDraft {
  employeeIds: readonly string[];
  templateId: string;
  purpose: HrPurpose;
}

/**
 * Writes a new draft for the chosen employees: the template with what is known of the enterprise and, for one employee,
 * of them; for several, a batch with a row each. Then the wizard goes on with it.
 */
export function FillForEmployees({
  used,
  me,
  wanted,
}: {
  used: UsedDraft;
  me: { id: string; name: string };
  wanted: HrDraft;
}) {
  const { t } = useTranslation('hr');
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const take = useTemplates(used);
  const own = useOwn(true);
  const [failed, setFailed] = useState<unknown>();
  const started = useRef(false);
  useFirstSigner(used, { me, isNewDraft: true, beginsBatch: false }, false);

  const goOn = (where: Record<string, string>) =>
    navigate(`${pathname}?${new URLSearchParams({ draft: used.draftId, ...where })}`, {
      replace: true,
      state: null,
    });
  const fill = async () => {
    const { doc } = used.open;
    const { employees } =
      wanted.employeeIds.length === 0
        ? { employees: [] }
        : await call(readForContract, { employeeIds: [...wanted.employeeIds] });
    const { version, businessType, status, templateName } = await usableTemplate(wanted.templateId);
    if (!version || status !== 'ENABLED') throw new AppError('TEMPLATE_DISABLED', { name: templateName });
    const { content } = await client.fetchQuery(versionQuery(version.versionId));
    setTask(doc, { businessType, scenario: 'HR' });
    const [documentId] = await take([version.versionId], (values) => ({
      ...values,
      fields: { ...values.fields, ...valuesOfEmployer(content, values, own.known?.facts ?? []) },
    }));
    if (!documentId) return;
    putEmployees(used, { documentId, content, employees, purpose: wanted.purpose });
    goOn(employees.length > 1 ? { step: 'parties' } : { fill: documentId });
  };
  const isKnown = own.known !== undefined;
  const again = () => {
    setFailed(undefined);
    fill().catch(setFailed);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the enterprise's facts are known
  useEffect(() => {
    if (!isKnown || started.current) return;
    started.current = true;
    // a page that was reloaded on its way here
    if (used.draft.documents.length > 0) goOn({ step: 'task' });
    else again();
  }, [isKnown]);
  // Without them the contract would lack what the employer is, and nobody would be told.
  if (!isKnown && own.error)
    return (
      <ErrorState error={own.error} onRetry={own.again} whole>
        {t('ownFailed')}
      </ErrorState>
    );
  if (failed === undefined) return <LoadingState label={t('filling')} />;
  return <ErrorState error={failed} onRetry={again} whole />;
}

/** Puts the employees into the place of the person who signs: one as the signer, several as rows of a batch. */
function putEmployees(
  { open: { doc } }: UsedDraft,
  {
    documentId,
    content,
    employees,
    purpose,
  }: {
    documentId: string;
    content: TemplateContent;
    employees: readonly ContractEmployee[];
    purpose: HrPurpose;
  },
): void {
  const document = readDraft(doc).documents.find((one) => one.documentId === documentId);
  const role = content.signers.find(({ type }) => type === 'PERSON')?.key;
  const signerId = role && document?.fromTemplate?.cast[role];
  const [first] = employees;
  if (!document || !signerId || !first) return;
  const values = typedValues(document);
  const valuesFor = (employee: ContractEmployee) =>
    valuesOfEmployee(content, values, factsOfEmployee(employee, purpose));
  doc.transact(() => {
    if (employees.length === 1) {
      const { realName: userName, mobile, email } = first;
      putRow(doc, 'signers', signerId, { userName, mobile, email: email || undefined });
      setTask(doc, {
        taskName: `${readDraft(doc).task.taskName} - ${userName}`.slice(0, LIMITS.taskNameLength),
      });
      putValues(doc, documentId, { fields: valuesFor(first) });
      return;
    }
    setTask(doc, { batch: true });
    putRow(doc, 'signers', signerId, { varies: true });
    const rows = employees.map((employee) => ({
      cells: {
        [`p.${signerId}.userName`]: employee.realName,
        [`p.${signerId}.mobile`]: employee.mobile,
        [`p.${signerId}.email`]: employee.email,
        ...Object.fromEntries(
          Object.entries(valuesFor(employee)).map(([field, value]) => [`f.${documentId}.${field}`, value]),
        ),
      },
    }));
    addDraftRows(doc, rows, newKey);
  });
}
