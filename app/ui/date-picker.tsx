import { type CalendarDate, parseDate } from '@internationalized/date';
import type { ComponentProps, ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
} from 'react-aria-components/Calendar';
import { DateInput, DateSegment } from 'react-aria-components/DateField';
import { DatePicker as AriaDatePicker } from 'react-aria-components/DatePicker';
import { DateRangePicker } from 'react-aria-components/DateRangePicker';
import { Dialog } from 'react-aria-components/Dialog';
import { Group } from 'react-aria-components/Group';
import { Heading } from 'react-aria-components/Heading';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { Label } from 'react-aria-components/Label';
import { Popover } from 'react-aria-components/Popover';
import { RangeCalendar } from 'react-aria-components/RangeCalendar';
import { Text } from 'react-aria-components/Text';
import { useTranslation } from 'react-i18next';
import { buttonClass } from './button.tsx';
import style from './date-picker.module.css';
import field from './field.module.css';
import { type FieldLook, FieldMessage } from './field.tsx';
import { type FieldBinding, useField } from './form.tsx';
import { Icon } from './icon.tsx';
import list from './list.module.css';

type Limits = {
  /** The first and last selectable day, as 2026-11-20. */
  min?: string;
  max?: string;
};

export type DatePickerProps = FieldLook & FieldBinding<string> & Limits;

/** Picks a day; the value is `2026-11-20`, or '' for none. */
export function DatePicker(props: DatePickerProps) {
  const { value, error, setValue, leave } = useField(props, '');
  return (
    <DateLocale>
      <div data-field={props.name}>
        <AriaDatePicker
          className={field.field}
          value={toDate(value)}
          onChange={(day) => setValue(day?.toString() ?? '')}
          onBlur={leave}
          minValue={toDate(props.min)}
          maxValue={toDate(props.max)}
          isDisabled={props.disabled}
          isInvalid={error !== undefined}
          isRequired={props.required}
          validationBehavior="aria"
          shouldForceLeadingZeros
        >
          <Frame {...props} error={error} onClear={value ? () => setValue('') : undefined}>
            <DateInput className={style.date}>{(segment) => <Segment segment={segment} />}</DateInput>
          </Frame>
          <Popover className={list.popover} offset={4}>
            <Dialog className={style.dialog}>
              <Calendar className={style.calendar}>
                <CalendarContent />
              </Calendar>
            </Dialog>
          </Popover>
        </AriaDatePicker>
      </div>
    </DateLocale>
  );
}

export type DateRangeProps = FieldLook & FieldBinding<[string, string]> & Limits;

const NO_RANGE: [string, string] = ['', ''];

/** Picks a range of days, both ends inclusive, as a pair of `2026-11-20`; a pair of empty strings for none. */
export function DateRange(props: DateRangeProps) {
  const { value, error, setValue, leave } = useField(props, NO_RANGE);
  const [start, end] = [toDate(value[0]), toDate(value[1])];
  return (
    <DateLocale>
      <div data-field={props.name}>
        <DateRangePicker
          className={field.field}
          value={start && end ? { start, end } : null}
          onChange={(range) => setValue(range ? [range.start.toString(), range.end.toString()] : ['', ''])}
          onBlur={leave}
          minValue={toDate(props.min)}
          maxValue={toDate(props.max)}
          isDisabled={props.disabled}
          isInvalid={error !== undefined}
          isRequired={props.required}
          validationBehavior="aria"
          shouldForceLeadingZeros
        >
          <Frame {...props} error={error} onClear={start ? () => setValue(['', '']) : undefined}>
            <DateInput slot="start" className={style.date}>
              {(segment) => <Segment segment={segment} />}
            </DateInput>
            <span className={style.to} aria-hidden="true">
              –
            </span>
            <DateInput slot="end" className={style.date}>
              {(segment) => <Segment segment={segment} />}
            </DateInput>
          </Frame>
          <Popover className={list.popover} offset={4}>
            <Dialog className={style.dialog}>
              <RangeCalendar className={style.calendar}>
                <CalendarContent />
              </RangeCalendar>
            </Dialog>
          </Popover>
        </DateRangePicker>
      </div>
    </DateLocale>
  );
}

/** One segment of a date; segments are separated by a hyphen in every language. */
function Segment({ segment }: { segment: ComponentProps<typeof DateSegment>['segment'] }) {
  return (
    <DateSegment segment={segment} className={style.segment}>
      {({ text }) => text.replace('/', '-')}
    </DateSegment>
  );
}

/**
 * Forces the order 2026-11-20 in every language, as everywhere in the product; in English that is the locale of Canada.
 */
function DateLocale({ children }: { children: ReactNode }) {
  const { i18n } = useTranslation('ui');
  return <I18nProvider locale={i18n.language === 'en-US' ? 'en-CA' : i18n.language}>{children}</I18nProvider>;
}

type FrameProps = FieldLook & {
  error: string | undefined;
  onClear: (() => void) | undefined;
  children: ReactNode;
};

function Frame({ label, hideLabel, required, hint, error, onClear, children }: FrameProps) {
  const { t } = useTranslation('ui');
  return (
    <>
      <Label className={hideLabel ? 'visually-hidden' : field.label}>
        <span className={required ? field.required : undefined}>{label}</span>
      </Label>
      <Group className={field.box} data-invalid={error ? true : undefined}>
        <span className={style.inputs}>{children}</span>
        <span className={field.tail}>
          {onClear && (
            <button
              type="button"
              className={buttonClass({ kind: 'quiet', size: 'small', square: true })}
              aria-label={t('field.clear')}
              onClick={onClear}
            >
              <Icon name="close" size={14} />
            </button>
          )}
          <Button className={buttonClass({ kind: 'quiet', size: 'small', square: true })}>
            <Icon name="calendar" size={16} />
          </Button>
        </span>
      </Group>
      {hint && (
        <Text slot="description" className={field.hint}>
          {hint}
        </Text>
      )}
      {error && (
        <Text slot="errorMessage">
          <FieldMessage error={error} />
        </Text>
      )}
    </>
  );
}

function CalendarContent() {
  return (
    <>
      <header className={style.head}>
        <Button slot="previous" className={buttonClass({ kind: 'quiet', size: 'small', square: true })}>
          <Icon name="chevron-left" size={16} />
        </Button>
        <Heading className={style.month} />
        <Button slot="next" className={buttonClass({ kind: 'quiet', size: 'small', square: true })}>
          <Icon name="chevron-right" size={16} />
        </Button>
      </header>
      <CalendarGrid className={style.grid} weekdayStyle="narrow">
        <CalendarGridHeader>
          {(day) => <CalendarHeaderCell className={style.weekday}>{day}</CalendarHeaderCell>}
        </CalendarGridHeader>
        <CalendarGridBody>{(date) => <CalendarCell date={date} className={style.day} />}</CalendarGridBody>
      </CalendarGrid>
    </>
  );
}

function toDate(text: string | undefined): CalendarDate | null {
  if (!text) return null;
  try {
    return parseDate(text);
  } catch {
    return null;
  }
}
