/** Our colours and shapes for the component library. Everything else of the look is in styles.css. */

import { createTheme, type MantineColorsTuple } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";

const ink: MantineColorsTuple = [
  "#eef3f9",
  "#dce5f1",
  "#b8cae2",
  "#92add2",
  "#7195c5",
  "#5b84bb",
  "#4571ab",
  "#2b4c7e",
  "#24416d",
  "#1b3355",
];

export const theme = createTheme({
  primaryColor: "ink",
  colors: { ink },
  primaryShade: { light: 7, dark: 6 },
  fontFamily:
    '-apple-system, BlinkMacSystemFont, "Segoe UI", "PingFang SC", "Hiragino Sans GB", "Microsoft YaHei", "Noto Sans CJK SC", "Noto Sans SC", sans-serif',
  defaultRadius: "md",
  radius: { md: "12px", lg: "16px" },
  cursorType: "pointer",
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: "md" } },
    TextInput: { defaultProps: { size: "md" } },
    NativeSelect: {
      defaultProps: {
        size: "md",
        rightSection: <IconChevronDown size={16} stroke={1.8} aria-hidden="true" />,
      },
    },
    Modal: { defaultProps: { centered: true, radius: "lg" } },
  },
});
