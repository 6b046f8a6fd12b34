/** The look of a category: an icon where the name is known, else its first character; a colour of its own. */
import {
  type Icon,
  IconArrowsExchange,
  IconBabyCarriage,
  IconBasket,
  IconBolt,
  IconBook,
  IconBriefcase,
  IconBus,
  IconCash,
  IconCoffee,
  IconCookie,
  IconDeviceGamepad2,
  IconDeviceLaptop,
  IconDeviceMobile,
  IconDots,
  IconGift,
  IconHeartHandshake,
  IconHome,
  IconMailHeart,
  IconPaw,
  IconPlane,
  IconReceiptRefund,
  IconRun,
  IconShield,
  IconShirt,
  IconShoppingBag,
  IconSparkles,
  IconStethoscope,
  IconTool,
  IconToolsKitchen2,
  IconTrendingUp,
  IconTrophy,
} from "@tabler/icons-react";
import type { CSSProperties } from "react";
import { wordTable } from "../../ledger/word-table.ts";

const LOOKS = wordTable<[Icon, number]>({
  餐饮: [IconToolsKitchen2, 24],
  交通: [IconBus, 212],
  购物: [IconShoppingBag, 330],
  日用: [IconBasket, 150],
  娱乐: [IconDeviceGamepad2, 268],
  住房: [IconHome, 196],
  房租: [IconHome, 196],
  水电: [IconBolt, 48],
  通讯: [IconDeviceMobile, 182],
  医疗: [IconStethoscope, 0],
  教育: [IconBook, 230],
  服饰: [IconShirt, 312],
  零食: [IconCookie, 36],
  咖啡: [IconCoffee, 20],
  运动: [IconRun, 110],
  旅行: [IconPlane, 200],
  人情: [IconGift, 345],
  宠物: [IconPaw, 30],
  育儿: [IconBabyCarriage, 285],
  美容: [IconSparkles, 322],
  数码: [IconDeviceLaptop, 240],
  生活服务: [IconTool, 170],
  保险: [IconShield, 205],
  公益: [IconHeartHandshake, 350],
  工资: [IconCash, 158],
  奖金: [IconTrophy, 44],
  红包: [IconMailHeart, 4],
  理财: [IconTrendingUp, 168],
  兼职: [IconBriefcase, 222],
  报销: [IconReceiptRefund, 190],
  手续费: [IconCash, 220],
  转账: [IconArrowsExchange, 215],
  其他: [IconDots, 220],
});

/** Degrees on the colour circle; the same name has the same everywhere. */
export function hueOf(category: string): number {
  const known = LOOKS[category];
  if (known) return known[1];
  let hash = 0;
  for (const character of category) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 360;
  return hash;
}

/** The category's colour for charts and bars; with commas, the only form that the charts can read. */
export function categoryColor(category: string, dark: boolean): string {
  return `hsl(${hueOf(category)}, ${dark ? "48%, 62%" : "50%, 50%"})`;
}

export function CategoryIcon({ category, size = 40 }: { category: string; size?: number }) {
  const Known = LOOKS[category]?.[0];
  const side = `${size / 16}rem`;
  const style = { "--hue": hueOf(category), width: side, height: side } as CSSProperties;
  return (
    <span className="category-icon" style={style} aria-hidden="true">
      {Known ? (
        <Known size="54%" stroke={1.7} />
      ) : (
        <span style={{ fontSize: `${size / 40}rem` }}>{[...category][0]}</span>
      )}
    </span>
  );
}
