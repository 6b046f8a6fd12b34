/** What the opening of files says. */
import type { Words } from "../messages.ts";

export const fileNotes = {
  archiveFileRefused: {
    zh: "同一个压缩包里的“{name}”没有导入：{reason}",
    en: "“{name}” in the same archive was not imported: {reason}",
  },
  archiveEmpty: { zh: "压缩包里没有文件", en: "The archive holds no file" },
  noRecords: {
    zh: "认出这是{title}，但里面一笔记录都没有，请确认导出的时间范围",
    en: "This is recognised as {title}, but it holds no records; please check the period of the export",
  },
  table: { zh: "表格", en: "a table" },
  columnsFound: {
    zh: "找到的列名是：{columns}。可以手动指定每一列的含义来导入。",
    en: "The columns found are: {columns}. Say what each of them is to import the file.",
  },
  noColumnsFound: {
    zh: "里面没有找到带列名的表格，请确认导出的是账单明细。",
    en: "No table was found in it; please check that the export lists single payments.",
  },
  unknownFormat: {
    zh: "认不出这是哪一种账单（按 {encoding} 读取）。{hint}",
    en: "This is no kind of bill that is known (read as {encoding}). {hint}",
  },
  passwordNeeded: {
    zh: "这个压缩包有密码。支付宝的密码在 App 的服务消息里，微信的密码由“微信支付”公众号发送，请输入后再导入。",
    en: "This archive has a password. Alipay sends it as a service message in the app, WeChat from its own account; please enter it.",
  },
  passwordWrong: {
    zh: "压缩包密码不对，请核对后重新输入",
    en: "The password of the archive is wrong; please check it",
  },
  encryptionUnknown: {
    zh: "压缩包的加密方式不受支持，请先解压，再上传里面的账单文件",
    en: "The archive's encryption is not supported; please unpack it and upload the bill in it",
  },
  archiveDamaged: {
    zh: "压缩包或工作簿已损坏或不完整，请重新下载后再导入",
    en: "The archive or workbook is damaged or incomplete; please download it again",
  },
  archiveTooDeep: {
    zh: "压缩包里又套着压缩包，请先解压，再上传里面的账单文件",
    en: "The archive holds other archives; please unpack it and upload the bill in it",
  },
  gzipDamaged: {
    zh: "压缩文件已损坏，请重新下载后再导入",
    en: "The compressed file is damaged; please download it again",
  },
  fileEmpty: { zh: "文件是空的，没有任何内容", en: "The file is empty" },
  isPdf: {
    zh: "这是 PDF 文件，里面的表格无法可靠读取。请改为导出 CSV 或 Excel：支付宝选“用于个人对账”，微信选“用于个人对账”，银行请在网上银行导出交易明细表格。",
    en: "This is a PDF, whose tables cannot be read reliably. Please export CSV or Excel instead: for Alipay and WeChat the bill for personal accounting, for a bank its table of transactions.",
  },
  isPicture: {
    zh: "这是图片，不是账单文件。请导出 CSV 或 Excel 格式的账单。",
    en: "This is a picture and no bill. Please export the bill as CSV or Excel.",
  },
  isSqlite: {
    zh: "这是 SQLite 数据库。如果是 GnuCash 的账本，请在 GnuCash 中另存为 XML 格式再导入。",
    en: "This is an SQLite database. If it is a book of GnuCash, please save it as XML there.",
  },
  fileTooLarge: {
    zh: "文件太大（文件不超过 {file} MB，解压后不超过 {unpacked} MB），请按时间分成几个文件导入",
    en: "The file is too large ({file} MB as a file, {unpacked} MB unpacked); please import it in parts, by time",
  },
  tooManyRows: {
    zh: "文件超过 {rows} 行，请按时间分成几个文件导入",
    en: "The file has more than {rows} rows; please import it in parts, by time",
  },
  tooManyColumns: {
    zh: "一行超过 {columns} 列，这不像一份账单",
    en: "A row has more than {columns} columns, which is not like a bill",
  },
  tooManySheets: {
    zh: "工作簿超过 {sheets} 张表，请分成几个文件导入",
    en: "The workbook has more than {sheets} sheets; please import it in parts",
  },
  tooManyTables: {
    zh: "一张表里有 {tables} 处以上的表头，请分成几个文件导入",
    en: "A sheet has more than {tables} headers; please import it in parts",
  },
  encodingUnknown: {
    zh: "不支持的文字编码：{encoding}",
    en: "This text encoding is not supported: {encoding}",
  },
  askEncoding: {
    zh: "看不出文件的文字编码：按 {encoding} 读出来是“{sample}”，像是乱码。请选择正确的编码。",
    en: "The text encoding of the file is not clear: read as {encoding} it says “{sample}”, which looks wrong. Please choose the right one.",
  },
  tooDeep: {
    zh: "文件的层次太深，不像是账单，已停止读取。",
    en: "The file is nested too deeply to be a bill; reading was stopped.",
  },
  workbookLocked: {
    zh: "这个工作簿有打开密码，请在 Excel 中去掉密码后再导入",
    en: "This workbook has a password; please take it off in Excel first",
  },
  workbookDamaged: {
    zh: "工作簿已损坏或不完整，无法打开，请重新下载后再导入",
    en: "The workbook is damaged or incomplete and cannot be opened; please download it again",
  },
} as const satisfies Record<string, Words>;
