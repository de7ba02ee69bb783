import { type FormEvent, lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { Checkbox } from './checkbox.tsx';
import type { Option } from './radio-group.tsx';
import { cleanFilters, emptyFilters, type FilterState, showFilters } from './search-filters.ts';
import style from './search-form.module.css';
import { Skeleton } from './skeleton.tsx';
import { type Filters, type FilterValue, sameFilters } from './table/use-list-state.ts';
import { usePhone } from './table/use-phone.ts';
import { TextField } from './text-field.tsx';

// drop-downs and calendars are large: loaded lazily, so that the rows do not wait for them
const Select = lazy(() => import('./select.tsx').then((m) => ({ default: m.Select })));
const MultiSelect = lazy(() => import('./select.tsx').then((m) => ({ default: m.MultiSelect })));
const DatePicker = lazy(() => import('./date-picker.tsx').then((m) => ({ default: m.DatePicker })));
const DateRange = lazy(() => import('./date-picker.tsx').then((m) => ({ default: m.DateRange })));

export type SearchField = {
  name: string;
  label: string;
  kind?: 'text' | 'select' | 'multi' | 'date' | 'dateRange' | 'checkbox';
  options?: readonly Option[];
  placeholder?: string;
  maxLength?: number;
  /** For texts: filters the input, such as `searchText` of core ([5.18f]). */
  only?: (text: string) => string;
};

export type SearchFormProps<F extends Filters> = {
  fields: readonly SearchField[];
  values: F;
  onSearch: (values: F) => void;
  /**
   * Called when no key was pressed in a text field for 800 ms ([5.18c]): for lists that search while the user types.
   */
  onIdle?: (values: F) => void;
  /** Hides the reset button ([6.6c]). */
  noReset?: boolean;
};

/** Fields shown before "more" ([9.30]). */
export const FIRST_FIELDS = 3;
/** Delay, ms, between the last keystroke and the search ([9.18]). */
export const IDLE_MS = 800;

/**
 * The search of a list: three fields, then a toggle for the rest. Enter searches, with all whitespace removed from
 * texts ([5.18b]); reset clears all and searches again ([5.18d]). On a phone several fields would fill the screen
 * before the first row: they are collapsed, and one line summarises the active filters.
 */
export function SearchForm<F extends Filters>({
  fields,
  values,
  onSearch,
  onIdle,
  noReset,
}: SearchFormProps<F>) {
  const { t } = useTranslation('ui');
  const id = useId();
  const [{ typed }, setState] = useState<FilterState<F>>({ typed: values, sent: [] });
  const shownValues = useRef(values);
  const hiddenInUse = fields.slice(FIRST_FIELDS).some((field) => isSet(values[field.name]));
  const [all, setAll] = useState(hiddenInUse);
  const idle = useRef<ReturnType<typeof setTimeout>>();
  // a checkbox takes one line only and does not count
  const folds = usePhone() && fields.filter(({ kind }) => kind !== 'checkbox').length > 1;
  const [unfolded, setUnfolded] = useState(false);

  useEffect(() => {
    const before = shownValues.current;
    shownValues.current = values;
    setState((state) => showFilters(state, before, values));
  }, [values]);
  useEffect(() => () => clearTimeout(idle.current), []);

  /** Searches with these filters, which the fields go on showing. */
  const send = (next: F, search: (values: F) => void) => {
    const wanted = cleanFilters(next);
    clearTimeout(idle.current);
    setState(({ sent }) => ({
      typed: next,
      sent: sameFilters(wanted, values) ? sent : [...sent, wanted],
    }));
    search(wanted);
  };

  const put = (field: SearchField, value: FilterValue) => {
    const next = { ...typed, [field.name]: value };
    setState((state) => ({ ...state, typed: next }));
    clearTimeout(idle.current);
    if (onIdle && (field.kind ?? 'text') === 'text')
      idle.current = setTimeout(() => send(next, onIdle), IDLE_MS);
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setUnfolded(false);
    send(typed, onSearch);
  };

  const reset = () => {
    setUnfolded(false);
    send(emptyFilters(typed), onSearch);
  };

  const shown = all ? fields : fields.slice(0, FIRST_FIELDS);
  const inUse = fields.filter((field) => isSet(values[field.name]));
  return (
    <search>
      {folds && (
        <div className={style.folded}>
          <Button
            icon="search"
            iconAfter={unfolded ? 'chevron-up' : 'chevron-down'}
            aria-expanded={unfolded}
            onClick={() => setUnfolded(!unfolded)}
          >
            {t('search.filters')}
          </Button>
          {!unfolded && inUse.length > 0 && (
            <>
              <ul className={style.inUse}>
                {inUse.map((field) => (
                  <li key={field.name}>
                    <span>{field.label}</span> {valueText(field, values[field.name])}
                  </li>
                ))}
              </ul>
              {!noReset && (
                <Button kind="quiet" size="small" onClick={reset}>
                  {t('search.reset')}
                </Button>
              )}
            </>
          )}
        </div>
      )}
      <form className={style.form} onSubmit={submit} hidden={folds && !unfolded}>
        <div className={style.fields} id={id}>
          {(folds && !unfolded ? [] : shown).map((field) => (
            <Suspense key={field.name} fallback={<Skeleton height={62} />}>
              <OneField
                field={field}
                value={typed[field.name] ?? ''}
                onChange={(value) => put(field, value)}
              />
            </Suspense>
          ))}
        </div>
        <div className={style.buttons}>
          <Button type="submit" icon="search">
            {t('search.submit')}
          </Button>
          {!noReset && (
            <Button kind="quiet" onClick={reset}>
              {t('search.reset')}
            </Button>
          )}
          {fields.length > FIRST_FIELDS && (
            <Button
              kind="text"
              iconAfter={all ? 'chevron-up' : 'chevron-down'}
              aria-expanded={all}
              aria-controls={id}
              onClick={() => setAll(!all)}
            >
              {all ? t('search.fewer') : t('search.more')}
            </Button>
          )}
        </div>
      </form>
    </search>
  );
}

const isSet = (value: FilterValue | undefined): boolean =>
  Array.isArray(value) ? value.some((part) => part !== '') : Boolean(value);

/** The value of a filter as readable text. */
function valueText({ kind, options = [] }: SearchField, value: FilterValue | undefined): string {
  if (kind === 'checkbox') return '';
  const labelOf = (one: string) => options.find((option) => option.value === one)?.label ?? one;
  if (kind === 'dateRange') return (value as readonly string[]).join(' – ');
  return (Array.isArray(value) ? (value as string[]) : [String(value)]).map(labelOf).join(', ');
}

function OneField({
  field,
  value,
  onChange,
}: {
  field: SearchField;
  value: FilterValue;
  onChange: (value: FilterValue) => void;
}) {
  const { label, placeholder, options = [], maxLength, only } = field;
  switch (field.kind) {
    case 'select':
      return (
        <Select
          label={label}
          placeholder={placeholder}
          options={options}
          value={String(value)}
          onChange={onChange}
        />
      );
    case 'multi':
      return (
        <MultiSelect
          label={label}
          placeholder={placeholder}
          options={options}
          value={[...(value as string[])]}
          onChange={onChange}
        />
      );
    case 'date':
      return <DatePicker label={label} value={String(value)} onChange={onChange} />;
    case 'dateRange':
      return <DateRange label={label} value={value as [string, string]} onChange={onChange} />;
    case 'checkbox':
      return (
        <div className={style.box}>
          <Checkbox value={value === true} onChange={onChange}>
            {label}
          </Checkbox>
        </div>
      );
    default:
      return (
        <TextField
          label={label}
          placeholder={placeholder}
          maxLength={maxLength}
          only={only}
          value={String(value)}
          onChange={onChange}
        />
      );
  }
}
