import type { DOCX_ERRORS } from '../errors.ts';

export default {
  DOCX_EXPECTED: '这不是 Word 文档（docx），请选择由 Word 或 WPS 保存的 docx 文件。',
  DOCX_OLD_FORMAT: '这是旧版 Word 文档（doc），请在 Word 或 WPS 中另存为 docx 后上传。',
  DOCX_MACROS: '文档含有宏，请在 Word 中另存为不含宏的 docx 后上传。',
  DOCX_OBJECTS: '文档中嵌有其他程序的对象（如表格文件、控件），请将其转换为普通表格或图片后上传。',
  DOCX_CHUNKS: '文档引用了其他文件的内容，请在 Word 中打开并重新保存后上传。',
  DOCX_REVISIONS: '文档中有未处理的修订，请在 Word 中接受或拒绝全部修订后上传。',
  DOCX_TOO_MANY_PAGES: '文档页数过多，最多 {max} 页，请拆分后上传。',
  DOCX_PLACE_TAKEN: '这里已经有一个字段或签署位置，请选择其他文字。',
  DOCX_PLACE_MISSING: '文档中没有这个位置，文件可能已被替换，请刷新后重试。',
} satisfies Record<keyof typeof DOCX_ERRORS, string>;
