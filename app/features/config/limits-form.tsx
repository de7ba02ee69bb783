import { useTranslation } from 'react-i18next';
import { saveLimits } from '#core/config/calls.ts';
import { type Limits, OPEN_LIMIT_NAMES, OPEN_LIMITS, STANDARD_LIMITS } from '#core/config/limits.ts';
import { call } from '../../call.ts';
import { formatNumber } from '../../i18n/format.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import style from './config.module.css';
import { useSaved } from './use-saved.ts';

const MB = 1024 * 1024;
/** Unit of a limit in the form: sizes are stored in bytes and shown in MB. */
const unitOf = (name: keyof Limits) => (/Bytes/.test(name) ? MB : 1);
const inUnits = (limits: Limits): Limits =>
  Object.fromEntries(OPEN_LIMIT_NAMES.map((name) => [name, limits[name] / unitOf(name)])) as Limits;
const inBytes = (shown: Limits): Limits =>
  Object.fromEntries(OPEN_LIMIT_NAMES.map((name) => [name, shown[name] * unitOf(name)])) as Limits;

/** The configurable limits, each with its range and default. */
export function LimitsForm({ value, version }: { value: Limits; version: number }) {
  const { t, i18n } = useTranslation('config');
  const saved = useSaved();
  const number = (n: number) => formatNumber(n, i18n.language);
  return (
    <Form
      wide
      label={t('tab.limits')}
      initial={inUnits(value)}
      onSubmit={async (shown: Limits) => {
        await call(saveLimits, { value: inBytes(shown), version });
        await saved();
      }}
    >
      {(form) => (
        <>
          <p className={style.hint}>{t('limitsAbout')}</p>
          <div className={style.grid}>
            {OPEN_LIMIT_NAMES.map((name) => {
              const { least, most, standard } = OPEN_LIMITS[name];
              const unit = unitOf(name);
              return (
                <NumberField
                  key={name}
                  name={name}
                  label={t(`limit.${name}`)}
                  unit={t(`unit.${name}`)}
                  min={least / unit}
                  max={most / unit}
                  hint={t('limitHint', {
                    least: number(least / unit),
                    most: number(most / unit),
                    standard: number(standard / unit),
                  })}
                />
              );
            })}
          </div>
          <div className={style.buttons}>
            <Button type="submit" kind="primary" pending={form.submitting}>
              {t('save')}
            </Button>
            <Button
              kind="quiet"
              onClick={() => {
                for (const [name, standard] of Object.entries(inUnits(STANDARD_LIMITS)))
                  form.setValue(name, standard);
              }}
            >
              {t('standard')}
            </Button>
          </div>
        </>
      )}
    </Form>
  );
}
