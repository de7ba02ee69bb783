export default {
  again: '上次的驗證沒有通過或已失效，請再驗證一次。',
  fetchFailed: '取得驗證失敗，請點選重新整理再試。',
  passed: '驗證成功',
  refresh: '換一張',
  title: '安全驗證',
  tooQuick: '重新整理太頻繁了，請 3 秒後再試。',
  ways: '驗證方式',
  click: {
    hint: '請依序點選：{words}',
    picture: '散布著文字的風景圖，請依序點選',
    wait: '正在取得…',
  },
  code: {
    high: '大字高對比',
    hint: '不區分大小寫',
    label: '圖中字元',
    picture: '圖形碼：四個字母或數字，點選換一張',
    submit: '確定',
  },
  slide: {
    hint: '按住滑塊，拖到缺口處',
    label: '滑塊位置：方向鍵移動，Enter 確認',
    picture: '有一處缺口的風景圖',
  },
  way: {
    click: '點選',
    code: '字元',
    slide: '滑塊',
    work: '免看圖',
  },
  work: {
    about: '看不清圖片或不便拖動時，可由本裝置自動計算來代替，約需幾秒到十幾秒，不需要您操作。',
    progress: '計算進度',
    start: '開始驗證',
  },
};
