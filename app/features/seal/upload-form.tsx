import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { InputOf } from '#core/call.ts';
import { type AppError, isAppError } from '#core/errors.ts';
import { sealName, uploadPicture } from '#core/seal/calls.ts';
import { PICTURE_EXTENSIONS } from '#core/seal/picture.ts';
import type { SealCategory } from '#core/seal/states.ts';
import { cleanPicture, UPLOAD_DPI } from '#core/sealart/clean-picture.ts';
import { SEAL_SHAPES, type SealShape } from '#core/sealart/design.ts';
import type { Picture } from '#core/sealart/picture.ts';
import { writePng } from '#core/sealart/write-png.ts';
import { sha256Hex } from '#core/sha256.ts';
import { call } from '../../call.ts';
import { Button } from '../../ui/button.tsx';
import { Form, type FormState } from '../../ui/form.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { Select } from '../../ui/select.tsx';
import { checkFile, decodePicture } from './decode-picture.ts';
import { NameFields } from './name-fields.tsx';
import { ProblemNote } from './problem-note.tsx';
import style from './seal.module.css';
import type { SaveSeal } from './seal-values.ts';

const rules = z
  .object({
    stampName: sealName,
    stampCategory: z.string(),
    shape: z.enum(SEAL_SHAPES),
    widthMm: z.number().min(5).max(80),
    heightMm: z.number().min(5).max(80),
  })
  .superRefine((values, context) => {
    if (values.shape === 'ELLIPSE' && values.widthMm <= values.heightMm) {
      context.addIssue({ code: 'custom', path: ['widthMm'], message: 'seal:rule.ellipseWidth' });
    }
  });
type Values = z.output<typeof rules>;

type Props = {
  stampName: string;
  stampCategory: SealCategory;
  categories: readonly SealCategory[];
  fixedCategory: boolean;
  /** Initial shape and size. */
  start: { shape: SealShape; widthMm: number; heightMm: number };
  onSave: SaveSeal;
  onCancel: () => void;
};

/** Creates a seal from a picture ([5.5a]): removes the paper background and previews the result before saving. */
export function UploadForm(props: Props) {
  const { stampName, stampCategory, categories, fixedCategory, start, onSave, onCancel } = props;
  const { t } = useTranslation('seal');
  const [picture, setPicture] = useState<Picture | null>(null);
  const [problem, setProblem] = useState<AppError | null>(null);
  const [name, setName] = useState('');

  const choose = async (file: File | undefined) => {
    if (!file) return;
    setPicture(null);
    setName(file.name);
    try {
      checkFile(file);
      setPicture(await decodePicture(file));
      setProblem(null);
    } catch (error) {
      if (!isAppError(error)) throw error;
      setProblem(error);
    }
  };

  const initial: Values = {
    stampName,
    stampCategory,
    ...start,
  };
  const submit = async (values: Values) => {
    if (!picture) return;
    const png = writePng(cleanPicture(picture, values), UPLOAD_DPI);
    const pictureKey = await sha256Hex(png);
    await call(uploadPicture, { pictureKey, body: png } as InputOf<typeof uploadPicture>);
    const { shape, widthMm, heightMm } = values;
    await onSave(values.stampName, values.stampCategory, {
      kind: 'UPLOAD',
      pictureKey,
      shape,
      widthMm,
      heightMm,
    });
  };
  return (
    <Form initial={initial} rules={rules} onSubmit={submit} label={t('method.UPLOAD')} wide>
      {(form) => (
        <>
          <div className={style.builder}>
            <div className={style.fields}>
              <div className={style.grid}>
                <NameFields categories={categories} fixed={fixedCategory} />
                <Select
                  name="shape"
                  label={t('field.shape')}
                  options={SEAL_SHAPES.map((value) => ({ value, label: t(`shape.${value}`) }))}
                />
                <NumberField
                  name="widthMm"
                  label={t('part.width')}
                  required
                  unit="mm"
                  min={5}
                  max={80}
                  step={0.1}
                  decimals={1}
                />
                <NumberField
                  name="heightMm"
                  label={t('part.height')}
                  required
                  unit="mm"
                  min={5}
                  max={80}
                  step={0.1}
                  decimals={1}
                />
              </div>
              <label className={style.drop}>
                <span>{name || t('upload.choose')}</span>
                <small>{t('upload.hint')}</small>
                <input
                  type="file"
                  accept={PICTURE_EXTENSIONS.map((ending) => `.${ending}`).join(',')}
                  onChange={(event) => void choose(event.target.files?.[0])}
                />
              </label>
              <ProblemNote problem={problem} />
            </div>
            <CleanPreview picture={picture} form={form} />
          </div>
          <div className={style.foot}>
            <Button onClick={onCancel}>{t('ui:cancel')}</Button>
            <Button type="submit" kind="primary" pending={form.submitting} disabled={!picture}>
              {t('builder.save')}
            </Button>
          </div>
        </>
      )}
    </Form>
  );
}

/** Preview of the cleaned picture, on a chequered background that shows transparency. */
function CleanPreview({ picture, form }: { picture: Picture | null; form: FormState }) {
  const { t } = useTranslation('seal');
  const [url, setUrl] = useState('');
  const [problem, setProblem] = useState<AppError | null>(null);
  const { shape, widthMm, heightMm } = form.values as {
    shape: SealShape;
    widthMm: number | null;
    heightMm: number | null;
  };
  useEffect(() => {
    setProblem(null);
    if (!picture || !widthMm || !heightMm || widthMm < 5 || heightMm < 5 || widthMm > 80 || heightMm > 80)
      return setUrl('');
    let made = '';
    try {
      const png = writePng(cleanPicture(picture, { widthMm, heightMm }), UPLOAD_DPI);
      made = URL.createObjectURL(new Blob([png], { type: 'image/png' }));
      setUrl(made);
    } catch (error) {
      if (!isAppError(error)) throw error;
      setUrl('');
      setProblem(error);
    }
    return () => URL.revokeObjectURL(made);
  }, [picture, widthMm, heightMm]);
  return (
    <aside className={style.preview} aria-label={t('builder.preview')}>
      <div className={style.chequered}>
        {url ? (
          <img src={url} alt={t('upload.cleaned')} style={{ aspectRatio: `${widthMm} / ${heightMm}` }} />
        ) : (
          <p className={style.about}>{t('upload.nothing')}</p>
        )}
      </div>
      <ProblemNote problem={problem} />
      <p className={style.measure}>
        {url &&
          `${t(`shape.${shape}`)} · ${t('size', { width: widthMm, height: heightMm })} · ${UPLOAD_DPI} DPI`}
      </p>
    </aside>
  );
}
