import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { localKey } from '../../query.ts';
import { useFormState } from '../../ui/form.tsx';
import { Select } from '../../ui/select.tsx';
import style from './realname.module.css';

type Areas = {
  province_list: Record<string, string>;
  city_list: Record<string, string>;
  county_list: Record<string, string>;
};

const optionsOf = (list: Record<string, string> | undefined, start: string) =>
  Object.entries(list ?? {})
    .filter(([code]) => code.startsWith(start))
    .map(([value, label]) => ({ value, label }));

/** Province, city and district ([5.9c]), each from a list. The district's six-digit code is stored with the names. */
export function AreaFields() {
  const { t } = useTranslation('realname');
  const form = useFormState();
  const areas = useQuery({
    queryKey: localKey('areas'),
    queryFn: async () => (await import('@vant/area-data')).areaList as Areas,
    staleTime: Number.POSITIVE_INFINITY,
  }).data;
  const code = String(form?.values.areaCode ?? '');
  const [province, city, district] = [code.slice(0, 2), code.slice(0, 4), code];
  const set = (next: string) => {
    const nameIn = (list: Record<string, string> | undefined, key: string) => list?.[key] ?? '';
    form?.setValue('areaCode', next);
    form?.setValue('province', nameIn(areas?.province_list, `${next.slice(0, 2)}0000`));
    form?.setValue('city', next.length > 2 ? nameIn(areas?.city_list, `${next.slice(0, 4)}00`) : '');
    form?.setValue('district', next.length === 6 ? nameIn(areas?.county_list, next) : '');
  };
  const wrong = form?.errors.areaCode ?? form?.errors.district;
  return (
    <div className={style.pair} data-field="areaCode">
      <Select
        label={t('field.province')}
        required
        value={province ? `${province}0000` : ''}
        options={optionsOf(areas?.province_list, '')}
        onChange={(value) => set(value.slice(0, 2))}
        {...(wrong && !province ? { error: wrong } : {})}
      />
      <Select
        label={t('field.city')}
        required
        disabled={!province}
        value={city.length === 4 ? `${city}00` : ''}
        options={province ? optionsOf(areas?.city_list, province) : []}
        onChange={(value) => set(value.slice(0, 4))}
        {...(wrong && province && city.length < 4 ? { error: wrong } : {})}
      />
      <Select
        label={t('field.district')}
        required
        disabled={city.length < 4}
        value={district.length === 6 ? district : ''}
        options={city.length === 4 ? optionsOf(areas?.county_list, city) : []}
        onChange={set}
        {...(wrong && city.length === 4 && district.length < 6 ? { error: wrong } : {})}
      />
    </div>
  );
}
