export default {
  again: '上次的验证没有通过或已失效，请再验证一次。',
  fetchFailed: '获取验证失败，请点击刷新重试。',
  passed: '验证成功',
  refresh: '换一张',
  title: '安全验证',
  tooQuick: '刷新太频繁了，请 3 秒后再试。',
  ways: '验证方式',
  click: {
    hint: '请依次点击：{words}',
    picture: '散布着文字的风景图，请依次点击',
    wait: '正在获取…',
  },
  code: {
    high: '大字高对比',
    hint: '不区分大小写',
    label: '图中字符',
    picture: '图形码：四个字母或数字，点击换一张',
    submit: '确定',
  },
  slide: {
    hint: '按住滑块，拖到缺口处',
    label: '滑块位置：方向键移动，回车确认',
    picture: '有一处缺口的风景图',
  },
  way: {
    click: '点选',
    code: '字符',
    slide: '滑块',
    work: '免看图',
  },
  work: {
    about: '看不清图片或不便拖动时，可由本设备自动计算来代替，约需几秒到十几秒，不需要您操作。',
    progress: '计算进度',
    start: '开始验证',
  },
};
