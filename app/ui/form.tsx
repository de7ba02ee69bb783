import {
  createContext,
  type FormEvent,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { ClientError, failureText, isClientError } from '../wire/client-error.ts';
import { isRefusal } from '../wire/form-check.ts';
import { classes } from './classes.ts';
import style from './form.module.css';
import { type Issue, issueText } from './issue-text.ts';
import { getPath, setPath } from './paths.ts';
import { toast } from './toast-store.ts';
import { useAwake } from './use-awake.ts';

export type Values = Record<string, unknown>;

/** Validation rules, structurally typed: every zod schema of core fits, and tests can do without zod. */
export type Rules<T> = {
  safeParse(values: unknown): { success: true; data: T } | { success: false; error: { issues: Issue[] } };
};

export type FormState = {
  values: Values;
  /** Messages to show, by the dotted name of the field. */
  errors: Record<string, string>;
  submitting: boolean;
  setValue: (name: string, value: unknown) => void;
  /** Validates a field that lost the focus. */
  leave: (name: string) => void;
  setErrors: (errors: Record<string, string>) => void;
  reset: (values?: Values) => void;
};

const FormContext = createContext<FormState | null>(null);

/** The state of the enclosing form, or null outside a form. */
export const useFormState = (): FormState | null => useContext(FormContext);

export type FormProps<T> = {
  initial: Values;
  rules?: Rules<T>;
  /**
   * Receives the values as parsed by the rules. Field errors of the server are shown beside the fields, whether this
   * rejects or resolves with the body of a validating call ([8.1g]).
   */
  onSubmit: (values: T, form: FormState) => unknown;
  children: ReactNode | ((form: FormState) => ReactNode);
  label?: string;
  /** Text before the reason if submitting fails, such as `提交失败。`. */
  failed?: string | undefined;
  wide?: boolean;
  id?: string;
};

/**
 * A form in one column. A field is validated on blur, and all fields on submit; then the first invalid one gets the
 * focus. Errors that belong to no field are shown as a toast.
 */
export function Form<T = Values>(props: FormProps<T>) {
  const { initial, rules, onSubmit, children, label, failed, wide, id } = props;
  const { t, i18n } = useTranslation('ui');
  const awake = useAwake();
  const [values, setValues] = useState<Values>(initial);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [submitting, setSubmitting] = useState(false);
  const latest = useRef(values);
  const busy = useRef(false);
  const element = useRef<HTMLFormElement>(null);

  /**
   * Loads the texts of the rules, since a form may be submitted before they arrive. Null if they are already loaded.
   */
  const textOf = useCallback(
    (): Promise<void> | null =>
      !rules || i18n.hasLoadedNamespace('rule') ? null : i18n.loadNamespaces('rule'),
    [rules, i18n],
  );
  useEffect(() => void textOf(), [textOf]);

  const check = useCallback(
    (now: Values): Record<string, string> => {
      const result = rules?.safeParse(now);
      if (!result || result.success) return {};
      const found: Record<string, string> = {};
      for (const issue of result.error.issues) found[issue.path.join('.')] ??= issueText(issue, now, i18n);
      return found;
    },
    [rules, i18n],
  );

  const setValue = useCallback(
    (name: string, value: unknown) => {
      latest.current = setPath(latest.current, name, value);
      setValues(latest.current);
      // a message disappears as soon as its field is valid; a new one appears only on blur
      setErrors((old) => (old[name] && !check(latest.current)[name] ? without(old, name) : old));
    },
    [check],
  );

  const judge = useCallback(
    (name: string) => {
      const show = () => {
        const message = check(latest.current)[name];
        setErrors((old) => (message ? { ...old, [name]: message } : without(old, name)));
      };
      const coming = textOf();
      if (coming) void coming.then(show);
      else show();
    },
    [check, textOf],
  );

  // A message that appears while a button is pressed would move the button away from under the pointer, and the
  // click would be lost: fields blurred by a press are validated after its release. On the whole document, as the
  // buttons of a dialog are outside of its form.
  const pressed = useRef<Set<string> | null>(null);
  const leave = useCallback(
    (name: string) => {
      if (pressed.current) pressed.current.add(name);
      else judge(name);
    },
    [judge],
  );
  const latestJudge = useRef(judge);
  latestJudge.current = judge;
  useEffect(() => {
    let gone = false;
    const press = () => {
      if (pressed.current) return;
      const left = new Set<string>();
      pressed.current = left;
      const release = () => {
        window.removeEventListener('pointerup', release, true);
        window.removeEventListener('pointercancel', release, true);
        // the click event follows the release
        setTimeout(() => {
          pressed.current = null;
          if (!gone) for (const name of left) latestJudge.current(name);
        }, 0);
      };
      window.addEventListener('pointerup', release, true);
      window.addEventListener('pointercancel', release, true);
    };
    window.addEventListener('pointerdown', press, true);
    return () => {
      gone = true;
      window.removeEventListener('pointerdown', press, true);
    };
  }, []);

  const reset = useCallback(
    (next: Values = initial) => {
      latest.current = next;
      pressed.current?.clear();
      setValues(next);
      setErrors({});
    },
    [initial],
  );

  const state = useMemo<FormState>(
    () => ({ values, errors, submitting, setValue, leave, setErrors, reset }),
    [values, errors, submitting, setValue, leave, reset],
  );

  async function submit(event: FormEvent) {
    event.preventDefault();
    event.stopPropagation();
    if (busy.current) return;
    busy.current = true;
    await textOf();
    busy.current = false;
    const found = check(latest.current);
    setErrors(found);
    if (Object.keys(found).length > 0) return focusFirst(element.current, found);
    const parsed = rules?.safeParse(latest.current);
    busy.current = true;
    setSubmitting(true);
    try {
      const result = await onSubmit((parsed?.success ? parsed.data : latest.current) as T, state);
      if (isRefusal(result)) throw new ClientError('server', result.code, result.message, result);
    } catch (error) {
      const wrong = isClientError(error) ? fieldErrors(error) : {};
      if (Object.keys(wrong).length > 0) {
        setErrors(wrong);
        focusFirst(element.current, wrong);
      } else if (!isClientError(error) || (error.kind !== 'aborted' && error.kind !== 'session')) {
        toast({ tone: 'error', text: failureText(error, t, failed) });
      }
    } finally {
      busy.current = false;
      setSubmitting(false);
    }
  }

  /** Field errors of the server: named errors with their own text, violated input rules with the text of the form. */
  const fieldErrors = ({ fields, message }: ClientError) =>
    Object.fromEntries(
      fields
        .filter((f) => hasField(element.current, f.path))
        .map(({ path, problem }) => [
          path,
          /^[A-Z0-9_]+$/.test(problem) && message ? message : issueText(problem, latest.current, i18n),
        ]),
    );

  return (
    <FormContext.Provider value={state}>
      <form
        ref={element}
        id={id}
        className={classes(style.form, wide && style.wide)}
        onSubmit={submit}
        aria-label={label}
        method="post"
        noValidate
      >
        {/* Before hydration a submit would reload the page with the input in its URL. */}
        <fieldset className={style.fields} disabled={!awake}>
          {typeof children === 'function' ? children(state) : children}
        </fieldset>
      </form>
    </FormContext.Provider>
  );
}

/** What `useField` needs: a name within a form, or a controlled value. */
export type FieldBinding<V> = {
  name?: string;
  value?: V;
  onChange?: (value: V) => void;
  onBlur?: () => void;
  error?: string;
};

/** Binds a field to the enclosing form by `name`, or to `value` and `onChange` if given. */
export function useField<V>(binding: FieldBinding<V>, empty: V) {
  const form = useFormState();
  const { name, onChange } = binding;
  const bound = form && name && binding.value === undefined;
  const value = bound ? ((getPath(form.values, name) as V | undefined) ?? empty) : (binding.value ?? empty);
  return {
    value,
    error: binding.error ?? (form && name ? form.errors[name] : undefined),
    setValue: (next: V) => {
      if (form && name) form.setValue(name, next);
      onChange?.(next);
    },
    leave: () => {
      if (form && name) form.leave(name);
      binding.onBlur?.();
    },
  };
}

function without(errors: Record<string, string>, name: string): Record<string, string> {
  if (!(name in errors)) return errors;
  const { [name]: _, ...rest } = errors;
  return rest;
}

const fieldsOf = (form: HTMLFormElement | null) => [
  ...(form?.querySelectorAll<HTMLElement>('[data-field]') ?? []),
];
const hasField = (form: HTMLFormElement | null, name: string) =>
  fieldsOf(form).some((f) => f.dataset.field === name);

function focusFirst(form: HTMLFormElement | null, errors: Record<string, string>) {
  const first = fieldsOf(form).find((field) => (field.dataset.field ?? '') in errors);
  first
    ?.querySelector<HTMLElement>(
      'input:not([type=hidden]):not([tabindex="-1"]), textarea, button, [tabindex="0"]',
    )
    ?.focus();
}
