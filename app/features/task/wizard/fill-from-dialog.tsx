import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Contact } from '#core/contact/contact.ts';
import type { TemplateContent, TemplateValues } from '#core/template/content.ts';
import {
  factsOfContact,
  fieldsToFill,
  type Proposal,
  proposeRow,
  proposeValues,
  sidesOf,
} from '#core/template/fill/fill-from.ts';
import { useKeepsRoster } from '../../../parts/hr-contract/begin-contract.ts';
import { useBookAccess } from '../../../parts/people/use-book.ts';
import { valueProblemText } from '../../../parts/template-form/problem-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { RadioGroup } from '../../../ui/radio-group.tsx';
import { Select } from '../../../ui/select.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../../ui/state.tsx';
import { errorText } from '../../../wire/client-error.ts';
import { ChooseContact, ChooseEmployee, type KnownFacts, useEmployee, useOwn } from './fill-from-people.tsx';
import { ChooseRow, type RowChoice } from './fill-from-sheet.tsx';
import style from './wizard.module.css';

interface Props {
  content: TemplateContent;
  values: TemplateValues;
  /** The role name under which the own enterprise signs; '' if unknown. */
  ownSide: string;
  onFill: (fields: Record<string, string>) => void;
  onClose: () => void;
}

type From = 'OWN' | 'CONTACT' | 'ROSTER' | 'SHEET';

/** The available sources of values: roster and address book depend on permissions. */
function useSources(): From[] {
  const hasRoster = useKeepsRoster();
  const hasBook = useBookAccess() !== null;
  return [
    'OWN',
    ...(hasBook ? (['CONTACT'] as const) : []),
    ...(hasRoster ? (['ROSTER'] as const) : []),
    'SHEET',
  ];
}

/**
 * Fills fields with data of the own enterprise, of a contact or, with access to the roster, of an employee, or with a
 * row of a spreadsheet, after a preview. Masked values are requested in full only on confirmation, and that access is
 * recorded in the audit log.
 */
export function FillFromDialog({ content, values, ownSide, onFill, onClose }: Props) {
  const { t } = useTranslation('wizard');
  const sources = useSources();
  const [source, setSource] = useState<From>('OWN');
  const sides = sidesOf(content);
  const [chosenSide, setSide] = useState<string>();
  // an employee or a contact signs as the other side
  const other = sides.find((one) => one !== ownSide) ?? '';
  const side =
    chosenSide ??
    (source === 'OWN' && sides.includes(ownSide) ? ownSide : source === 'OWN' ? (sides[0] ?? '') : other);
  const [employeeId, setEmployee] = useState('');
  const [contact, setContact] = useState<Contact>();
  const [choice, setChoice] = useState<RowChoice>();
  const own = useOwn(source === 'OWN');
  const employee = useEmployee(source === 'ROSTER' ? employeeId : '');
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [pending, setPending] = useState(false);
  const [refused, setRefused] = useState<unknown>();
  const fields = fieldsToFill(content, values);
  const { known, error, again } =
    source === 'OWN' ? own : source === 'CONTACT' ? ofContact(contact) : employee;
  const proposals =
    source !== 'SHEET'
      ? known && proposeValues(content, values, known.facts, side)
      : choice?.row && proposeRow(fields, values, choice.row, choice.columns);
  const chosen = proposals?.filter((one) => isFit(one) && !left.has(one.field)) ?? [];
  // no person or row was chosen yet
  const isOpen =
    (source === 'ROSTER' && employeeId === '') ||
    (source === 'CONTACT' && !contact) ||
    (source === 'SHEET' && !choice?.row);

  const fill = async () => {
    setPending(true);
    setRefused(undefined);
    try {
      const full = chosen.some(({ isMasked }) => isMasked) ? ((await known?.reveal()) ?? {}) : {};
      onFill(
        Object.fromEntries(
          chosen.flatMap(({ field, fact, value, isMasked }) => {
            const text = isMasked ? fact && full[fact] : value;
            return text ? [[field, text]] : [];
          }),
        ),
      );
      onClose();
    } catch (problem) {
      setRefused(problem);
      setPending(false);
    }
  };
  return (
    <Dialog
      open
      locked={pending}
      onClose={onClose}
      title={t('fillFrom.title')}
      width="wide"
      actions={
        <>
          <Button disabled={pending} onClick={onClose}>
            {t('ui:cancel')}
          </Button>
          <Button kind="primary" pending={pending} disabled={chosen.length === 0} onClick={() => void fill()}>
            {t('fillFrom.fill', { count: chosen.length })}
          </Button>
        </>
      }
    >
      <RadioGroup
        label={t('fillFrom.source')}
        value={source}
        onChange={(next) => {
          setSource(next);
          setSide(undefined);
          setLeft(new Set());
        }}
        options={sources.map((value) => ({ value, label: t(`fillFrom.from.${value}`) }))}
      />
      {sides.length > 0 && source !== 'SHEET' && (
        <Select
          label={t('fillFrom.side')}
          hint={t('fillFrom.sideHint')}
          value={side}
          options={sides.map((one) => ({ value: one, label: one }))}
          onChange={setSide}
        />
      )}
      {source === 'ROSTER' && <ChooseEmployee value={employeeId} onChange={setEmployee} />}
      {source === 'CONTACT' && <ChooseContact value={contact} onChange={setContact} />}
      {source === 'SHEET' && <ChooseRow fields={fields} value={choice} onChange={setChoice} />}
      {refused !== undefined && <Notice tone="error">{errorText(refused, t)}</Notice>}
      {isOpen ? null : source !== 'SHEET' && error ? (
        <ErrorState error={error} onRetry={again} />
      ) : !proposals ? (
        <LoadingState />
      ) : (
        <Proposals
          proposals={proposals}
          left={left}
          onToggle={(field, on) =>
            setLeft((old) => new Set(on ? [...old].filter((one) => one !== field) : [...old, field]))
          }
        />
      )}
    </Dialog>
  );
}

/** The data of a contact, available locally. */
const ofContact = (
  contact: Contact | undefined,
): { known?: KnownFacts; error?: unknown; again: () => void } => ({
  ...(contact ? { known: { facts: factsOfContact(contact), reveal: async () => ({}) } } : {}),
  again: () => undefined,
});

const isFit = ({ problem, cell }: Proposal): boolean => problem === undefined && cell === undefined;

/** The preview of values per field; values that do not fit are shown with the reason and skipped. */
function Proposals({
  proposals,
  left,
  onToggle,
}: {
  proposals: readonly Proposal[];
  left: ReadonlySet<string>;
  onToggle: (field: string, on: boolean) => void;
}) {
  const { t } = useTranslation('wizard');
  if (proposals.length === 0)
    return (
      <EmptyState icon="pen" title={t('fillFrom.none')}>
        {t('fillFrom.noneText')}
      </EmptyState>
    );
  return (
    <ul className={style.templates} aria-label={t('fillFrom.what')}>
      {proposals.map(({ field, name, value, before, problem, cell, isMasked }) => (
        <li key={field}>
          <Checkbox
            value={!problem && !cell && !left.has(field)}
            disabled={problem !== undefined || cell !== undefined}
            onChange={(on) => onToggle(field, on)}
            hint={
              cell
                ? t(`fillFrom.cell.${cell}`)
                : problem
                  ? valueProblemText(t, problem)
                  : before
                    ? t('fillFrom.instead', { before })
                    : isMasked
                      ? t('fillFrom.masked')
                      : undefined
            }
          >
            {t('fillFrom.line', { name, value })}
          </Checkbox>
        </li>
      ))}
    </ul>
  );
}
