import Type from "typebox";
import { endpoint } from "./endpoint.ts";
import { DayText, Id, Timestamp } from "./fields.ts";

/** The interface's version (decisions G16), not the package's. */
export const API_VERSION = "1.0.0";

export const system = {
  health: endpoint({
    method: "GET",
    path: "/health",
    serve: "static",
    probe: true,
    tag: "系统",
    summary: { zh: "服务是否在运行（不访问数据库）", en: "Whether the service runs (no database)" },
    notes: {
      zh: "只说明进程活着：数据库不在时也答复 200。给进程监控用；负载均衡用 /health/ready。",
      en: "Says only that the process lives: 200 also while the database is away. For process monitors; balancers ask /health/ready.",
    },
    owner: "none",
    public: true,
    returns: Type.Object({ timestamp: Timestamp }),
    done: "healthy",
  }),
  ready: endpoint({
    method: "GET",
    path: "/health/ready",
    serve: "read",
    probe: true,
    tag: "系统",
    summary: { zh: "数据库是否可用", en: "Whether the database answers" },
    notes: {
      zh: "问一次数据库；答复 503 时不要把请求送到这里来。",
      en: "Asks the database once; while it answers 503, send no requests here.",
    },
    owner: "none",
    public: true,
    returns: Type.Object({ timestamp: Timestamp }),
    done: "ready",
    refuses: ["databaseAway"],
  }),
  api: endpoint({
    method: "GET",
    path: "/api",
    serve: "static",
    tag: "系统",
    summary: { zh: "接口名称与版本", en: "Name and version of the API" },
    notes: {
      zh: "version 是接口的版本，不是程序的。",
      en: "version is the interface's, not the program's.",
    },
    owner: "none",
    returns: Type.Object({ version: Type.String({ examples: [API_VERSION] }) }),
    done: "api",
  }),
  about: endpoint({
    method: "GET",
    path: "/api/about",
    serve: "static",
    tag: "系统",
    summary: { zh: "网页应用所需的服务信息", en: "What the web app must know of the service" },
    notes: {
      zh: "zone 是日期所在的时区，today 是那里的今天；signIn 说明怎样登录，requiresSecondFactor 是不是每个人都要打开两步验证，passkeyHost 是通行密钥绑定的主机名。",
      en: "zone is the zone of all days, today its day; signIn says how one enters, requiresSecondFactor whether everybody must have a second factor, passkeyHost the host that passkeys are bound to.",
    },
    owner: "none",
    public: true,
    returns: Type.Object({
      version: Type.String({ examples: ["0.1.0"] }),
      zone: Type.String({ examples: ["Asia/Shanghai"] }),
      today: DayText,
      development: Type.Boolean(),
      signIn: Type.Enum(["open", "password", "provider"], { type: "string" }),
      requiresSecondFactor: Type.Boolean(),
      passkeyHost: Type.Union([Type.String({ examples: ["localhost"] }), Type.Null()]),
    }),
  }),
  initTestData: endpoint({
    method: "GET",
    path: "/api/init-test-data",
    serve: "write",
    tag: "系统",
    summary: { zh: "创建演示数据（重复调用无影响）", en: "Make demonstration data (idempotent)" },
    notes: {
      zh: "创建演示用户 demo@example.com、3 个账户、6 条记录和 4 个预算；已存在时什么也不做。",
      en: "Makes the user demo@example.com with 3 accounts, 6 records and 4 budgets, once.",
    },
    owner: "none",
    returns: Type.Object({ userId: Id }),
    done: "testDataReady",
    development: true,
  }),
};
