import { useTranslation } from 'react-i18next';
import { activeText, canBeCleaned } from '../../../parts/active/active-content.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { errorText } from '../../../wire/client-error.ts';

export interface Refused {
  file: File;
  problem: unknown;
}

/** Files that were not taken, each with the reason and, where that helps, a way to take it without what it may not hold. */
export function RefusedFiles({
  refused,
  pending,
  onClean,
}: {
  refused: readonly Refused[];
  pending: boolean;
  /** Takes a file without its active content. */
  onClean?: (file: File) => void;
}) {
  const { t } = useTranslation('wizard');
  return refused.map(({ file, problem }) => (
    <Notice
      key={file.name}
      tone="error"
      actions={
        onClean &&
        canBeCleaned(problem) && (
          <Button size="small" pending={pending} onClick={() => onClean(file)}>
            {t('ui:active.remove')}
          </Button>
        )
      }
    >
      {file.name}: {activeText(problem, t) ?? errorText(problem, t)}
    </Notice>
  ));
}
