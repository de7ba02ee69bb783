import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changeEmployeePaper, type EmployeeDetail, uploadEmployeeImage } from '#core/employee/calls.ts';
import { EMPLOYEE_IMAGE_RULE } from '#core/employee/images.ts';
import { PAPER_SOURCE_RULE } from '#core/employee/newcomer.ts';
import { PAPER_PROBLEMS, paperForm } from '#core/employee/sections.ts';
import { call } from '../../call.ts';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { preparePaper } from '../../parts/newcomer/prepare-paper.ts';
import { Button } from '../../ui/button.tsx';
import { DatePicker } from '../../ui/date-picker.tsx';
import { FieldMessage } from '../../ui/field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { errorText } from '../../wire/client-error.ts';
import style from './employee.module.css';

type Props = {
  employeeId: string;
  /** The paper to change; none to add one. */
  paper: EmployeeDetail['images'][number] | undefined;
  /** Names of the employee's other papers. */
  others: readonly string[];
  onClose: () => void;
  onSettled: () => unknown;
};

/** Adds a paper, or changes its name, last day of validity and, if another is chosen, its picture. */
export function PaperDialog({ employeeId, paper, others, onClose, onSettled }: Props) {
  const { t } = useTranslation(['employee', 'error']);
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<{ name: string; picture: Blob }>();
  const [wrong, setWrong] = useState<string>();
  const rules = paperForm.refine(({ name }) => !others.includes(name), {
    path: ['name'],
    message: PAPER_PROBLEMS.twice,
  });

  // Judged as soon as it is chosen, while the name that was typed stays.
  async function choose(file: File) {
    try {
      setChosen({ name: file.name, picture: await preparePaper(file) });
      setWrong(undefined);
    } catch (why) {
      setWrong(errorText(why, t));
    }
  }

  return (
    <FormDialog<{ name: string; expiry: string }>
      title={paper ? t('paper.editTitle', { name: paper.name }) : t('paper.add')}
      submit={t(paper ? 'paper.save' : 'paper.submit')}
      initial={{ name: paper?.name ?? '', expiry: paper?.expiry ?? '' }}
      rules={rules}
      save={async (values) => {
        if (chosen)
          return call(uploadEmployeeImage, {
            ...{ ...values, employeeId, kind: 'PAPER' },
            imageId: paper?.imageId ?? '',
            file: chosen.picture,
          });
        if (paper) return call(changeEmployeePaper, { ...values, imageId: paper.imageId });
        setWrong(t('rule.paperPicture'));
        return false;
      }}
      done={({ name }) => t(paper ? 'paper.saved' : 'paper.added', { name })}
      onClose={onClose}
      onSettled={onSettled}
    >
      <TextField name="name" label={t('paper.name')} required maxLength={20} />
      <DatePicker name="expiry" label={t('paper.expiry')} hint={t('idExpiryHint')} />
      <div className={style.part}>
        <div className={style.row}>
          <Button icon="upload" onClick={() => input.current?.click()}>
            {t('paper.choose')}
          </Button>
          {chosen && <span className={style.value}>{t('paper.chosen', { name: chosen.name })}</span>}
        </div>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={t('paper.file')}
          accept={EMPLOYEE_IMAGE_RULE.endings.join(',')}
          onChange={(event) => {
            const file = event.target.files?.[0];
            if (file) void choose(file);
            event.target.value = '';
          }}
        />
        <FieldMessage error={wrong} />
        <p className={style.hint}>{t('image.limits', { max: PAPER_SOURCE_RULE.maxBytes / 1048576 })}</p>
      </div>
    </FormDialog>
  );
}
