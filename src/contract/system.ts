import Type from "typebox";
import { endpoint } from "./endpoint.ts";
import { DayText, Id, Timestamp } from "./fields.ts";

/** The interface's version (decisions G16), not the package's. */
export const API_VERSION = "1.0.0";

export const system = {
  health: endpoint({
    method: "GET",
    path: "/health",
    tag: "系统",
    summary: { zh: "服务是否在运行（不访问数据库）", en: "Whether the service runs (no database)" },
    owner: "none",
    public: true,
    returns: Type.Object({ timestamp: Timestamp }),
    done: "healthy",
  }),
  ready: endpoint({
    method: "GET",
    path: "/health/ready",
    tag: "系统",
    summary: { zh: "数据库是否可用", en: "Whether the database answers" },
    owner: "none",
    public: true,
    returns: Type.Object({ timestamp: Timestamp }),
    done: "ready",
    refuses: ["databaseAway"],
  }),
  api: endpoint({
    method: "GET",
    path: "/api",
    tag: "系统",
    summary: { zh: "接口名称与版本", en: "Name and version of the API" },
    owner: "none",
    returns: Type.Object({ version: Type.String({ examples: [API_VERSION] }) }),
    done: "api",
  }),
  about: endpoint({
    method: "GET",
    path: "/api/about",
    tag: "系统",
    summary: { zh: "网页应用所需的服务信息", en: "What the web app must know of the service" },
    owner: "none",
    public: true,
    returns: Type.Object({
      version: Type.String({ examples: ["0.1.0"] }),
      zone: Type.String({ examples: ["Asia/Shanghai"] }),
      today: DayText,
      development: Type.Boolean(),
      signIn: Type.Enum(["open", "password", "provider"], { type: "string" }),
    }),
  }),
  initTestData: endpoint({
    method: "GET",
    path: "/api/init-test-data",
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
