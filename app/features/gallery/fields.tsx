import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { ComboBox } from '../../ui/combo-box.tsx';
import { DatePicker, DateRange } from '../../ui/date-picker.tsx';
import { Form } from '../../ui/form.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { MultiSelect, Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast-store.ts';
import { Columns, Row, Section } from './section.tsx';

const RULES = z.object({
  taskName: z.string().trim().min(1).max(20),
  email: z.email(),
  copies: z.number().int().min(1).max(50),
  kind: z.string().min(1),
  agree: z.literal(true, 'required'),
});
const EMPTY = { taskName: '', email: '', copies: null, kind: '', agree: false };

/** Every field in every state, and a form with rules. */
export function Fields() {
  const { t } = useTranslation('gallery');
  const [range, setRange] = useState<[string, string]>(['2026-11-01', '2026-11-20']);
  const [day, setDay] = useState('2026-11-20');
  const [kind, setKind] = useState('labor');
  const [kinds, setKinds] = useState<string[]>(['labor', 'sale']);
  const [way, setWay] = useState('ordered');
  const [on, setOn] = useState(true);
  const [text, setText] = useState(t('words.short'));
  const kindsOfTask = [
    { value: 'labor', label: t('kind.labor') },
    { value: 'sale', label: t('kind.sale') },
    { value: 'lease', label: t('kind.lease'), hint: t('hint.lease') },
    { value: 'other', label: t('kind.other'), disabled: true },
  ];
  return (
    <>
      <Section id="fields" title={t('fields')}>
        <Columns>
          <TextField
            label={t('field.taskName')}
            hint={t('hint.taskName')}
            value={text}
            onChange={setText}
            required
          />
          <TextField label={t('field.taskName')} value="" placeholder={t('hint.placeholder')} icon="search" />
          <TextField label={t('field.email')} value="li.na@" error={t('ui:rule.email')} />
          <TextField label={t('field.account')} value="li.na" disabled />
          <PasswordField label={t('field.password')} value="Signet.2026" onChange={() => undefined} />
          <CodeField label={t('field.code')} value="204816" onChange={() => undefined} />
          <NumberField label={t('field.copies')} value={12} min={1} max={50} unit={t('unit.copies')} />
          <Select label={t('field.kind')} options={kindsOfTask} value={kind} onChange={setKind} />
          <Select label={t('field.kind')} options={kindsOfTask} error={t('ui:rule.required')} required />
          <Select label={t('field.kind')} options={kindsOfTask} disabled />
          <MultiSelect label={t('field.kinds')} options={kindsOfTask} value={kinds} onChange={setKinds} />
          <ComboBox label={t('field.kind')} options={kindsOfTask} value={kind} onChange={setKind} />
          <DatePicker label={t('field.deadline')} value={day} onChange={setDay} />
          <DatePicker label={t('field.deadline')} error={t('ui:rule.required')} required />
          <DateRange label={t('field.range')} value={range} onChange={setRange} />
          <TextArea
            label={t('field.reason')}
            maxLength={100}
            value={text}
            onChange={setText}
            hint={t('hint.reason')}
          />
        </Columns>
        <Row>
          <Checkbox value={on} onChange={setOn}>
            {t('field.agree')}
          </Checkbox>
          <Checkbox value={false} indeterminate>
            {t('field.some')}
          </Checkbox>
          <Checkbox value disabled>
            {t('field.fixed')}
          </Checkbox>
          <Switch label={t('field.watermark')} value={on} onChange={setOn} />
          <Switch label={t('field.watermark')} value={false} disabled />
        </Row>
        <RadioGroup
          label={t('field.order')}
          value={way}
          onChange={setWay}
          options={[
            { value: 'ordered', label: t('order.ordered'), hint: t('hint.ordered') },
            { value: 'free', label: t('order.free') },
            { value: 'off', label: t('order.mixed'), disabled: true },
          ]}
        />
      </Section>
      <Section id="form" title={t('form')}>
        <Form
          label={t('form')}
          initial={EMPTY}
          rules={RULES}
          onSubmit={() => toast({ tone: 'success', text: t('words.saved') })}
        >
          {(form) => (
            <>
              <TextField name="taskName" label={t('field.taskName')} required />
              <TextField name="email" label={t('field.email')} type="email" required />
              <NumberField name="copies" label={t('field.copies')} required />
              <Select name="kind" label={t('field.kind')} options={kindsOfTask} required />
              <Checkbox name="agree">{t('field.agree')}</Checkbox>
              <Row>
                <Button type="submit" kind="primary" pending={form.submitting}>
                  {t('act.save')}
                </Button>
                <Button onClick={() => form.reset()}>{t('act.reset')}</Button>
              </Row>
            </>
          )}
        </Form>
      </Section>
    </>
  );
}
