import type { TEMPLATE_ERRORS } from '../errors.ts';

export default {
  WORD_NOT_AVAILABLE: '本服务暂不能转换 Word 文档，请联系管理员安装 LibreOffice，或设置 WORD_URL。',
  WORD_FAILED: 'Word 文档未能转换为页面，请稍后重试；若仍然失败，请在 Word 中另存后重新上传。',
  WORD_UNDER_WAY: 'Word 文档仍在后台排版，请稍后再打开，排好的页面会直接显示。',
  TEMPLATE_NAME_TAKEN: '已有名为“{name}”的记录，请更换名称。',
  TEMPLATE_PART_IN_USE: '“{name}”正被 {count} 个模板使用，请先在模板中更换后再操作。',
  TEMPLATE_PARTS_FULL: '最多添加 {max} 条，请先删除不用的记录。',
  TEMPLATE_ORGANIZATION_TYPE: '“{name}”与本企业的类型不一致，不能选择。',
  TEMPLATE_NOT_PUBLISHED: '模板还没有发布的版本，请先在编辑器中完成并启用。',
  TEMPLATE_STATE: '模板的状态已改变，请刷新后再操作。',
  TEMPLATE_LACKS: '模板缺少签章位置、签署方、字段或参数，还不能启用，请按提示补全。',
  TEMPLATE_IN_USE: '还有 {count} 份合同正在使用这个模板，结束后才能删除；可以先停用。',
  TEMPLATE_PUBLISHED_MEANWHILE: '其他人已发布第 {number} 版，请刷新后再启用。',
  TEMPLATE_DISABLED: '模板“{name}”已停用，不能用它发起新合同，请换一个模板。',
  TEMPLATE_FILE_DIFFERS: '文件“{name}”与模板按填写内容生成的不一致，请重新生成后再发起。',
  TEMPLATE_PARAMETERS_BROKEN: '参数文件无法读取：它不是格式正确的 XML，或含有不允许的文档类型声明（DTD）。',
  TEMPLATE_PARAMETERS_OTHER: '这个 XML 不是模板参数文件，请选择从模板导出的参数文件，或按说明编写。',
  TEMPLATE_GROUP_EMPTY:
    '模板组“{name}”中没有可用的模板：它们已停用、已删除或不再授权给您。请启用其中的模板，或换一个模板组。',
  TEMPLATE_ASKS: '改后的业务类型或应用场景须审批。请先停用模板再修改，重新启用时提交审批。',
} satisfies Record<keyof typeof TEMPLATE_ERRORS, string>;
